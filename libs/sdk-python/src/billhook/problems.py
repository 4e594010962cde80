# Generated from the OpenAPI document by libs/sdk-python/generate.mjs. Do not edit.
"""The rejections of this version, one class per code: `except problems.VersionMismatch`."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAlias

from .errors import ProblemError

ProblemCode: TypeAlias = Literal[
    "malformed_json",
    "invalid_query",
    "cursor_mismatch",
    "bad_request",
    "idempotency_key_malformed",
    "two_credentials",
    "credential_missing",
    "credential_malformed",
    "credential_in_query",
    "key_prefix_missing",
    "key_truncated",
    "key_mistyped",
    "key_unknown",
    "key_revoked",
    "key_expired",
    "wrong_secret_type",
    "wrong_credential",
    "session_missing",
    "sign_in_failed",
    "portal_session_missing",
    "document_link_invalid",
    "portal_link_invalid",
    "portal_link_used",
    "portal_link_expired",
    "portal_link_revoked",
    "answering_link_required",
    "preview_takes_no_answer",
    "portal_view_only",
    "insufficient_scope",
    "creator_permission_lost",
    "creator_inactive",
    "address_not_allowed",
    "plan_required",
    "permission_missing",
    "not_grantable",
    "step_up_required",
    "cross_site",
    "access_undeclared",
    "not_found",
    "route_not_found",
    "event_expired",
    "changes_expired",
    "leaked_key_unknown",
    "method_not_allowed",
    "idempotency_in_flight",
    "body_too_large",
    "unsupported_media_type",
    "invalid_body",
    "idempotency_key_reused",
    "batch_aborted",
    "request_timeout",
    "headers_too_large",
    "rate_limited",
    "too_many_streams",
    "too_many_attempts",
    "too_many_pdfs",
    "internal_error",
    "pdf_busy",
    "pdf_limit_exceeded",
    "not_ready",
    "second_factor_required",
    "second_factor_wrong",
    "reset_link_invalid",
    "second_factor_set",
    "second_factor_not_set",
    "key_ended",
    "key_already_rotated",
    "member_not_service",
    "token_unknown",
    "token_revoked",
    "token_for_another_resource",
    "application_not_allowed",
    "nothing_to_grant",
    "authorization_request_expired",
    "device_code_unknown",
    "application_access_ended",
    "secret_of_another_owner",
    "application_archived",
    "too_many_secrets",
    "application_without_secret",
    "invitation_invalid",
    "set_up_link_invalid",
    "member_holds_more",
    "export_running",
    "export_not_ready",
    "deletion_requested",
    "deletion_started",
    "deletion_not_requested",
    "sandbox_of_sandbox",
    "sandbox_limit",
    "sandbox_required",
    "clock_advancing",
    "own_membership",
    "member_removed",
    "already_member",
    "already_invited",
    "invitation_closed",
    "external_id_taken",
    "invoice_not_draft",
    "action_not_allowed",
    "quote_not_draft",
    "quote_revised",
    "over_invoiced",
    "client_archived",
    "page_link_revoked",
    "payment_deleted",
    "not_payable",
    "invoice_written_off",
    "period_closed",
    "over_allocated",
    "over_refunded",
    "credit_spent",
    "over_credited",
    "number_taken",
    "series_in_use",
    "tax_rate_taken",
    "series_code_taken",
    "mail_not_retriable",
    "endpoint_limit",
    "endpoint_disabled",
    "endpoint_deleted",
    "signing_secret_limit",
    "run_under_way",
    "webhooks_unavailable",
    "version_mismatch",
    "total_mismatch",
    "currency_mismatch",
    "client_mismatch",
    "unknown_series",
    "tax_group_not_invoiced",
    "line_invoiced",
    "recipient_missing",
    "endpoint_refused",
    "text_not_drawable",
    "invoice_not_sendable",
    "quote_not_sendable",
    "too_many_imports",
    "import_ended",
    "import_not_ready",
    "too_many_snapshots",
    "snapshot_expired",
    "range_not_satisfiable",
    "row_unreadable",
    "row_repeated",
]
"""The codes of problems of this version. Later versions may add some."""


class MalformedJson(ProblemError):
    """The body is not valid JSON. HTTP 400."""


class InvalidQuery(ProblemError):
    """A query parameter is invalid. HTTP 400."""


class CursorMismatch(ProblemError):
    """The cursor belongs to another list. HTTP 400."""


class BadRequest(ProblemError):
    """The request cannot be read. HTTP 400."""


class IdempotencyKeyMalformed(ProblemError):
    """The Idempotency-Key is malformed. HTTP 400."""


class TwoCredentials(ProblemError):
    """Two credentials were sent. HTTP 400."""


class CredentialMissing(ProblemError):
    """No credential was sent. HTTP 401."""


class CredentialMalformed(ProblemError):
    """The Authorization header is malformed. HTTP 401."""


class CredentialInQuery(ProblemError):
    """A credential was sent in the URL. HTTP 401."""


class KeyPrefixMissing(ProblemError):
    """The prefix of the key is missing. HTTP 401."""


class KeyTruncated(ProblemError):
    """The key is incomplete. HTTP 401."""


class KeyMistyped(ProblemError):
    """The key is mistyped. HTTP 401."""


class KeyUnknown(ProblemError):
    """The key does not exist. HTTP 401."""


class KeyRevoked(ProblemError):
    """The key is revoked. HTTP 401."""


class KeyExpired(ProblemError):
    """The key has expired. HTTP 401."""


class WrongSecretType(ProblemError):
    """This secret is not an API key. HTTP 401."""


class WrongCredential(ProblemError):
    pass


class SessionMissing(ProblemError):
    pass


class SignInFailed(ProblemError):
    pass


class PortalSessionMissing(ProblemError):
    pass


class DocumentLinkInvalid(ProblemError):
    pass


class PortalLinkInvalid(ProblemError):
    pass


class PortalLinkUsed(ProblemError):
    pass


class PortalLinkExpired(ProblemError):
    pass


class PortalLinkRevoked(ProblemError):
    pass


class AnsweringLinkRequired(ProblemError):
    pass


class PreviewTakesNoAnswer(ProblemError):
    pass


class PortalViewOnly(ProblemError):
    pass


class InsufficientScope(ProblemError):
    """The key does not have a required permission. HTTP 403."""


class CreatorPermissionLost(ProblemError):
    """The creator of the key no longer has a required permission. HTTP 403."""


class CreatorInactive(ProblemError):
    """The creator of the key is deactivated. HTTP 403."""


class AddressNotAllowed(ProblemError):
    """The key may not be used from this address. HTTP 403."""


class PlanRequired(ProblemError):
    """This requires a paid plan. HTTP 403."""


class PermissionMissing(ProblemError):
    pass


class NotGrantable(ProblemError):
    pass


class StepUpRequired(ProblemError):
    pass


class CrossSite(ProblemError):
    pass


class AccessUndeclared(ProblemError):
    pass


class NotFound(ProblemError):
    """There is no such record. HTTP 404."""


class RouteNotFound(ProblemError):
    pass


class EventExpired(ProblemError):
    """The event is no longer stored. HTTP 410."""


class ChangesExpired(ProblemError):
    """Changes after this position are no longer stored. HTTP 410."""


class LeakedKeyUnknown(ProblemError):
    """This installation did not create this key. HTTP 404."""


class MethodNotAllowed(ProblemError):
    pass


class IdempotencyInFlight(ProblemError):
    """A request with this Idempotency-Key is in progress. HTTP 409."""


class BodyTooLarge(ProblemError):
    """The body is too large. HTTP 413."""


class UnsupportedMediaType(ProblemError):
    """The media type is not supported. HTTP 415."""


class InvalidBody(ProblemError):
    """The body is invalid. HTTP 422."""


class IdempotencyKeyReused(ProblemError):
    """The Idempotency-Key was used for another request. HTTP 422."""


class BatchAborted(ProblemError):
    pass


class RequestTimeout(ProblemError):
    pass


class HeadersTooLarge(ProblemError):
    pass


class RateLimited(ProblemError):
    """Too many requests. HTTP 429."""


class TooManyStreams(ProblemError):
    """Too many event streams are open. HTTP 429."""


class TooManyAttempts(ProblemError):
    """Too many attempts. HTTP 429."""


class TooManyPdfs(ProblemError):
    """Too many PDFs of the company are waiting. HTTP 429."""


class InternalError(ProblemError):
    """The server failed to process the request. HTTP 500."""


class PdfBusy(ProblemError):
    """All PDF threads are busy. HTTP 503."""


class PdfLimitExceeded(ProblemError):
    """Rendering the PDF exceeds the time or memory limit. HTTP 503."""


class NotReady(ProblemError):
    """The service is not ready. HTTP 503."""


class SecondFactorRequired(ProblemError):
    pass


class SecondFactorWrong(ProblemError):
    pass


class ResetLinkInvalid(ProblemError):
    pass


class SecondFactorSet(ProblemError):
    pass


class SecondFactorNotSet(ProblemError):
    pass


class KeyEnded(ProblemError):
    pass


class KeyAlreadyRotated(ProblemError):
    pass


class MemberNotService(ProblemError):
    pass


class TokenUnknown(ProblemError):
    """The access token does not exist or has expired. HTTP 401."""


class TokenRevoked(ProblemError):
    """The access of the application was revoked or has expired. HTTP 401."""


class TokenForAnotherResource(ProblemError):
    """The access token was issued for another resource. HTTP 401."""


class ApplicationNotAllowed(ProblemError):
    """The company does not allow the application. HTTP 403."""


class NothingToGrant(ProblemError):
    pass


class AuthorizationRequestExpired(ProblemError):
    pass


class DeviceCodeUnknown(ProblemError):
    pass


class ApplicationAccessEnded(ProblemError):
    """The access of an application that the endpoint depends on has ended. HTTP 409."""


class SecretOfAnotherOwner(ProblemError):
    """The signing secret belongs to the owner of the endpoint. HTTP 403."""


class ApplicationArchived(ProblemError):
    pass


class TooManySecrets(ProblemError):
    pass


class ApplicationWithoutSecret(ProblemError):
    pass


class InvitationInvalid(ProblemError):
    pass


class SetUpLinkInvalid(ProblemError):
    pass


class MemberHoldsMore(ProblemError):
    pass


class ExportRunning(ProblemError):
    pass


class ExportNotReady(ProblemError):
    pass


class DeletionRequested(ProblemError):
    pass


class DeletionStarted(ProblemError):
    pass


class DeletionNotRequested(ProblemError):
    pass


class SandboxOfSandbox(ProblemError):
    pass


class SandboxLimit(ProblemError):
    pass


class SandboxRequired(ProblemError):
    """This works only in a sandbox. HTTP 403."""


class ClockAdvancing(ProblemError):
    """The clock of the sandbox is already being advanced. HTTP 409."""


class OwnMembership(ProblemError):
    pass


class MemberRemoved(ProblemError):
    pass


class AlreadyMember(ProblemError):
    pass


class AlreadyInvited(ProblemError):
    pass


class InvitationClosed(ProblemError):
    pass


class ExternalIdTaken(ProblemError):
    """The externalId is already in use. HTTP 409."""


class InvoiceNotDraft(ProblemError):
    """The invoice is not a draft. HTTP 409."""


class ActionNotAllowed(ProblemError):
    """The status does not allow this action. HTTP 409."""


class QuoteNotDraft(ProblemError):
    """The quote is not a draft. HTTP 409."""


class QuoteRevised(ProblemError):
    """The quote already has a revision. HTTP 409."""


class OverInvoiced(ProblemError):
    """The amount exceeds the rest of the quote. HTTP 409."""


class ClientArchived(ProblemError):
    """The client is archived. HTTP 409."""


class PageLinkRevoked(ProblemError):
    """The link to all documents is revoked. HTTP 409."""


class PaymentDeleted(ProblemError):
    """The payment is already deleted. HTTP 409."""


class NotPayable(ProblemError):
    """The invoice cannot be paid. HTTP 409."""


class InvoiceWrittenOff(ProblemError):
    """An invoice of the payment is written off. HTTP 409."""


class PeriodClosed(ProblemError):
    """The period is closed. HTTP 409."""


class OverAllocated(ProblemError):
    """The allocation exceeds the outstanding amount. HTTP 409."""


class OverRefunded(ProblemError):
    """The refund exceeds the amount paid. HTTP 409."""


class CreditSpent(ProblemError):
    """The credit from this payment is already spent. HTTP 409."""


class OverCredited(ProblemError):
    """The amount exceeds the uncredited rest of the invoice. HTTP 409."""


class NumberTaken(ProblemError):
    """Another document has this number. HTTP 409."""


class SeriesInUse(ProblemError):
    pass


class TaxRateTaken(ProblemError):
    pass


class SeriesCodeTaken(ProblemError):
    pass


class MailNotRetriable(ProblemError):
    """The email cannot be sent again. HTTP 409."""


class EndpointLimit(ProblemError):
    """A company can have at most 50 webhook endpoints. HTTP 409."""


class EndpointDisabled(ProblemError):
    """The endpoint is disabled. HTTP 409."""


class EndpointDeleted(ProblemError):
    """The endpoint is deleted. HTTP 409."""


class SigningSecretLimit(ProblemError):
    """An endpoint can have at most 10 active signing secrets. HTTP 409."""


class RunUnderWay(ProblemError):
    """A run of this kind is in progress. HTTP 409."""


class WebhooksUnavailable(ProblemError):
    """Webhooks are not available in this environment. HTTP 409."""


class VersionMismatch(ProblemError):
    """The record has changed since you read it. HTTP 412."""


class TotalMismatch(ProblemError):
    """The expected total differs from the computed one. HTTP 422."""


class CurrencyMismatch(ProblemError):
    """The currencies differ. HTTP 422."""


class ClientMismatch(ProblemError):
    """The invoice belongs to another client. HTTP 422."""


class UnknownSeries(ProblemError):
    """There is no such number series. HTTP 422."""


class TaxGroupNotInvoiced(ProblemError):
    """The invoice has no such VAT category and rate. HTTP 422."""


class LineInvoiced(ProblemError):
    """The line is already invoiced. HTTP 422."""


class RecipientMissing(ProblemError):
    """There is no recipient. HTTP 422."""


class EndpointRefused(ProblemError):
    """This URL cannot receive webhooks. HTTP 422."""


class TextNotDrawable(ProblemError):
    """The PDF cannot show some characters of the document. HTTP 422."""


class InvoiceNotSendable(ProblemError):
    """The invoice cannot be sent yet. HTTP 422."""


class QuoteNotSendable(ProblemError):
    """The quote cannot be sent yet. HTTP 422."""


class TooManyImports(ProblemError):
    """Too many imports are running. HTTP 409."""


class ImportEnded(ProblemError):
    """The import has ended. HTTP 409."""


class ImportNotReady(ProblemError):
    """The results cannot be downloaded. HTTP 409."""


class TooManySnapshots(ProblemError):
    """Too many snapshots are being written. HTTP 409."""


class SnapshotExpired(ProblemError):
    """The part is no longer stored. HTTP 410."""


class RangeNotSatisfiable(ProblemError):
    """The range has no byte of the file. HTTP 416."""


class RowUnreadable(ProblemError):
    pass


class RowRepeated(ProblemError):
    pass


PROBLEMS: dict[str, type[ProblemError]] = {
    "malformed_json": MalformedJson,
    "invalid_query": InvalidQuery,
    "cursor_mismatch": CursorMismatch,
    "bad_request": BadRequest,
    "idempotency_key_malformed": IdempotencyKeyMalformed,
    "two_credentials": TwoCredentials,
    "credential_missing": CredentialMissing,
    "credential_malformed": CredentialMalformed,
    "credential_in_query": CredentialInQuery,
    "key_prefix_missing": KeyPrefixMissing,
    "key_truncated": KeyTruncated,
    "key_mistyped": KeyMistyped,
    "key_unknown": KeyUnknown,
    "key_revoked": KeyRevoked,
    "key_expired": KeyExpired,
    "wrong_secret_type": WrongSecretType,
    "wrong_credential": WrongCredential,
    "session_missing": SessionMissing,
    "sign_in_failed": SignInFailed,
    "portal_session_missing": PortalSessionMissing,
    "document_link_invalid": DocumentLinkInvalid,
    "portal_link_invalid": PortalLinkInvalid,
    "portal_link_used": PortalLinkUsed,
    "portal_link_expired": PortalLinkExpired,
    "portal_link_revoked": PortalLinkRevoked,
    "answering_link_required": AnsweringLinkRequired,
    "preview_takes_no_answer": PreviewTakesNoAnswer,
    "portal_view_only": PortalViewOnly,
    "insufficient_scope": InsufficientScope,
    "creator_permission_lost": CreatorPermissionLost,
    "creator_inactive": CreatorInactive,
    "address_not_allowed": AddressNotAllowed,
    "plan_required": PlanRequired,
    "permission_missing": PermissionMissing,
    "not_grantable": NotGrantable,
    "step_up_required": StepUpRequired,
    "cross_site": CrossSite,
    "access_undeclared": AccessUndeclared,
    "not_found": NotFound,
    "route_not_found": RouteNotFound,
    "event_expired": EventExpired,
    "changes_expired": ChangesExpired,
    "leaked_key_unknown": LeakedKeyUnknown,
    "method_not_allowed": MethodNotAllowed,
    "idempotency_in_flight": IdempotencyInFlight,
    "body_too_large": BodyTooLarge,
    "unsupported_media_type": UnsupportedMediaType,
    "invalid_body": InvalidBody,
    "idempotency_key_reused": IdempotencyKeyReused,
    "batch_aborted": BatchAborted,
    "request_timeout": RequestTimeout,
    "headers_too_large": HeadersTooLarge,
    "rate_limited": RateLimited,
    "too_many_streams": TooManyStreams,
    "too_many_attempts": TooManyAttempts,
    "too_many_pdfs": TooManyPdfs,
    "internal_error": InternalError,
    "pdf_busy": PdfBusy,
    "pdf_limit_exceeded": PdfLimitExceeded,
    "not_ready": NotReady,
    "second_factor_required": SecondFactorRequired,
    "second_factor_wrong": SecondFactorWrong,
    "reset_link_invalid": ResetLinkInvalid,
    "second_factor_set": SecondFactorSet,
    "second_factor_not_set": SecondFactorNotSet,
    "key_ended": KeyEnded,
    "key_already_rotated": KeyAlreadyRotated,
    "member_not_service": MemberNotService,
    "token_unknown": TokenUnknown,
    "token_revoked": TokenRevoked,
    "token_for_another_resource": TokenForAnotherResource,
    "application_not_allowed": ApplicationNotAllowed,
    "nothing_to_grant": NothingToGrant,
    "authorization_request_expired": AuthorizationRequestExpired,
    "device_code_unknown": DeviceCodeUnknown,
    "application_access_ended": ApplicationAccessEnded,
    "secret_of_another_owner": SecretOfAnotherOwner,
    "application_archived": ApplicationArchived,
    "too_many_secrets": TooManySecrets,
    "application_without_secret": ApplicationWithoutSecret,
    "invitation_invalid": InvitationInvalid,
    "set_up_link_invalid": SetUpLinkInvalid,
    "member_holds_more": MemberHoldsMore,
    "export_running": ExportRunning,
    "export_not_ready": ExportNotReady,
    "deletion_requested": DeletionRequested,
    "deletion_started": DeletionStarted,
    "deletion_not_requested": DeletionNotRequested,
    "sandbox_of_sandbox": SandboxOfSandbox,
    "sandbox_limit": SandboxLimit,
    "sandbox_required": SandboxRequired,
    "clock_advancing": ClockAdvancing,
    "own_membership": OwnMembership,
    "member_removed": MemberRemoved,
    "already_member": AlreadyMember,
    "already_invited": AlreadyInvited,
    "invitation_closed": InvitationClosed,
    "external_id_taken": ExternalIdTaken,
    "invoice_not_draft": InvoiceNotDraft,
    "action_not_allowed": ActionNotAllowed,
    "quote_not_draft": QuoteNotDraft,
    "quote_revised": QuoteRevised,
    "over_invoiced": OverInvoiced,
    "client_archived": ClientArchived,
    "page_link_revoked": PageLinkRevoked,
    "payment_deleted": PaymentDeleted,
    "not_payable": NotPayable,
    "invoice_written_off": InvoiceWrittenOff,
    "period_closed": PeriodClosed,
    "over_allocated": OverAllocated,
    "over_refunded": OverRefunded,
    "credit_spent": CreditSpent,
    "over_credited": OverCredited,
    "number_taken": NumberTaken,
    "series_in_use": SeriesInUse,
    "tax_rate_taken": TaxRateTaken,
    "series_code_taken": SeriesCodeTaken,
    "mail_not_retriable": MailNotRetriable,
    "endpoint_limit": EndpointLimit,
    "endpoint_disabled": EndpointDisabled,
    "endpoint_deleted": EndpointDeleted,
    "signing_secret_limit": SigningSecretLimit,
    "run_under_way": RunUnderWay,
    "webhooks_unavailable": WebhooksUnavailable,
    "version_mismatch": VersionMismatch,
    "total_mismatch": TotalMismatch,
    "currency_mismatch": CurrencyMismatch,
    "client_mismatch": ClientMismatch,
    "unknown_series": UnknownSeries,
    "tax_group_not_invoiced": TaxGroupNotInvoiced,
    "line_invoiced": LineInvoiced,
    "recipient_missing": RecipientMissing,
    "endpoint_refused": EndpointRefused,
    "text_not_drawable": TextNotDrawable,
    "invoice_not_sendable": InvoiceNotSendable,
    "quote_not_sendable": QuoteNotSendable,
    "too_many_imports": TooManyImports,
    "import_ended": ImportEnded,
    "import_not_ready": ImportNotReady,
    "too_many_snapshots": TooManySnapshots,
    "snapshot_expired": SnapshotExpired,
    "range_not_satisfiable": RangeNotSatisfiable,
    "row_unreadable": RowUnreadable,
    "row_repeated": RowRepeated,
}

/**
 * The actions of the audit log: the changed object, a dot, and a verb in the past tense.
 * A new action needs a text in `texts/audit.*.ts` of the settings.
 */
export const AUDIT_ACTIONS = [
  'session.started',
  'session.failed',
  'session.ended',
  'account.updated',
  'account.password_changed',
  'account.password_reset_requested',
  'account.password_reset',
  'account.second_factor_enabled',
  'account.second_factor_disabled',
  'account.recovery_codes_renewed',
  'account.recovery_code_used',
  'member.created',
  'member.updated',
  'member.deactivated',
  'member.reactivated',
  'member.removed',
  'invitation.created',
  'invitation.resent',
  'invitation.withdrawn',
  'invitation.accepted',
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.replaced',
  'api_key.revoked',
  'api_key.burned',
  'api_key.exported',
  'key_policy.updated',
  'oauth_app.created',
  'oauth_app.updated',
  'oauth_app.archived',
  'oauth_app.secret_created',
  'oauth_app.secret_revoked',
  'oauth_grant.created',
  'oauth_grant.denied',
  'oauth_grant.revoked',
  'oauth_policy.updated',
  'assistant.tool_called',
  'assistant.tools_used',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.deleted',
  'webhook_endpoint.secret_viewed',
  'webhook_endpoint.secret_rotated',
  'webhook_endpoint.previous_secrets_ended',
  'webhook_endpoint.tested',
  'webhook_delivery.resent',
  'webhook_delivery.cancelled',
  'webhook_run.started',
  'webhook_run.paused',
  'webhook_run.resumed',
  'webhook_run.cancelled',
  'portal_link.created',
  'portal_link.redeemed',
  'portal_link.revoked',
  'company.updated',
  'series.created',
  'series.updated',
  'tax_rate.created',
  'tax_rate.updated',
  'audit_log.exported',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** `app` is a third-party application; `system` is Billhook itself. */
export const ACTOR_KINDS = ['member', 'key', 'portal', 'document', 'app', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The formats of the audit log export. */
export const AUDIT_EXPORT_FORMATS = ['csv', 'json'] as const;
export type AuditExportFormat = (typeof AUDIT_EXPORT_FORMATS)[number];

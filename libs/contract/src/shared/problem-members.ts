import type { TaxBreakdownRow } from '@billhook/domain/invoicing/totals/totals';
import type { ProblemCode } from '@billhook/domain/shared/problems';
import { MAX_SANDBOXES } from '@billhook/domain/shared/sandbox-limit';
import { MOST_ENDPOINTS } from '@billhook/domain/shared/webhook-limits';
import { EXAMPLE_IDS } from './example-ids.js';

/** A member of the problems of a code, in addition to the common ones. */
export interface ProblemMember {
  /** Its meaning, in words that follow its name: "the `id` of the record that holds it". */
  readonly meaning: string;
  readonly example: unknown;
}

export type ProblemMembers = Readonly<Record<string, ProblemMember>>;

const member = (meaning: string, example: unknown): ProblemMember => ({ meaning, example });

/** Members of a missing permission: what is missing, why, and where to fix it. */
function lacking(cause: string, held: readonly string[], whoCanFix: string, fixUrl: string): ProblemMembers {
  return {
    requiredPermissions: member('the permissions that the request needs; also in the header `X-Required-Permissions`', [
      'invoice.write',
    ]),
    missing: member('the permissions that are missing', ['invoice.write']),
    held: member('the permissions that the caller has now; also in the header `X-Key-Permissions`', held),
    cause: member('why they are missing', cause),
    whoCanFix: member('who can fix it: `key_owner` (who created the key), `administrator` or `application`', whoCanFix),
    fixUrl: member('the page of the settings where it can be fixed', fixUrl),
  };
}

const existingId = (whose: string): ProblemMembers => ({ existingId: member(`the \`id\` of ${whose}`, 41) });
const currentStatus = (whose: string, status: string): ProblemMembers => ({
  currentStatus: member(`the status of ${whose}`, status),
});
const retryAfter = (seconds: number): ProblemMembers => ({
  retryAfter: member('the seconds to wait; also in the header `Retry-After`', seconds),
});
const violated = (policy: string): ProblemMembers => ({
  'violated-policies': member('the limits of the header `RateLimit-Policy` that were reached', [policy]),
});
const credit: ProblemMembers = { credit: member('the credit that the client has left', '120.00') };
const VAT_GROUP: TaxBreakdownRow = {
  category: 'S',
  rate: '20',
  taxable: '450.00',
  tax: '90.00',
  exemptionReason: null,
};
const remaining: ProblemMembers = {
  remaining: member('the uncredited rest of each VAT category and rate', [VAT_GROUP]),
};

/** The page of the member who created the key. */
const CREATOR = `/settings/members/${EXAMPLE_IDS.member}`;

/** The additional members of each code. The error catalogue shows them with the values of the examples. */
export const PROBLEM_MEMBERS: { readonly [Code in ProblemCode]?: ProblemMembers } = {
  insufficient_scope: lacking(
    'scope_missing',
    ['client.read', 'invoice.read'],
    'key_owner',
    '/settings/api-keys?create=1&scopes=client.read,invoice.read,invoice.write',
  ),
  creator_permission_lost: lacking('creator_lacks', ['invoice.read'], 'administrator', CREATOR),
  creator_inactive: lacking('creator_inactive', [], 'administrator', CREATOR),
  plan_required: lacking('plan', [], 'key_owner', '/settings/api-keys?create=1'),
  application_not_allowed: lacking('policy', [], 'administrator', '/settings/applications'),
  permission_missing: lacking('member_lacks', ['invoice.read'], 'administrator', '/settings/'),
  not_grantable: lacking('scope_missing', ['invoice.read'], 'administrator', '/settings/'),

  method_not_allowed: { allow: member('the methods that the path allows', ['GET', 'HEAD', 'OPTIONS']) },

  external_id_taken: existingId('the record that has it'),
  idempotency_in_flight: retryAfter(1),
  action_not_allowed: currentStatus('the record', 'Paid'),
  invoice_not_draft: currentStatus('the invoice', 'Sent'),
  quote_not_draft: currentStatus('the quote', 'Sent'),
  not_payable: currentStatus('the invoice', 'Draft'),
  period_closed: {
    lockedUntil: member('the lock date of the company: the last day of the closed period', '2026-09-30'),
  },
  mail_not_retriable: currentStatus('the email', 'Sent'),
  quote_revised: existingId('the revision'),
  over_invoiced: {
    remaining: member('the uninvoiced rest of the quote, with VAT', '540.00'),
    currency: member('its currency', 'EUR'),
  },
  over_refunded: credit,
  credit_spent: credit,
  over_credited: remaining,
  tax_rate_taken: existingId('the tax rate'),
  series_code_taken: existingId('the series that has it'),
  key_ended: currentStatus('the key', 'revoked'),
  key_already_rotated: existingId('the successor'),
  deletion_requested: { deletesAt: member('when the company is deleted', '2026-12-05T09:30:00.000Z') },
  sandbox_limit: { limit: member('the maximum number of sandboxes of a company', MAX_SANDBOXES) },
  already_member: existingId('the member'),
  already_invited: existingId('the invitation'),
  endpoint_limit: { limit: member('the maximum number of endpoints of a company', MOST_ENDPOINTS) },
  signing_secret_limit: {
    nextExpiryAt: member('when the next old secret expires', '2026-11-22T09:30:00.000Z'),
  },
  run_under_way: existingId('the run'),
  member_holds_more: { missing: member('the permissions that the member has and you do not', ['audit.read']) },

  version_mismatch: { currentVersion: member('the current version of the record', 4) },

  total_mismatch: {
    cause: member('the common mistake that results in the total that was sent, or `Unknown`', 'TaxIncludedOrNot'),
    expectedTotal: member('the total that was sent', '900.00'),
    computedTotal: member('the total that was computed', '1080.00'),
    taxBreakdown: member('the computed VAT by category and rate', [{ ...VAT_GROUP, taxable: '900.00', tax: '180.00' }]),
    lines: member('the lines whose amounts differ', []),
  },
  tax_group_not_invoiced: remaining,

  rate_limited: { ...retryAfter(3), ...violated('minute') },
  too_many_streams: { ...retryAfter(5), limitedBy: member('which limit was reached: `key` or `company`', 'key') },
  too_many_attempts: { ...retryAfter(12), ...violated('address') },
  too_many_pdfs: retryAfter(5),
  pdf_busy: retryAfter(5),
  pdf_limit_exceeded: retryAfter(60),
  not_ready: retryAfter(5),
};

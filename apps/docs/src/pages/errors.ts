import { HTTP_STATUS, PROBLEMS, type ProblemCode, type ProblemKind, type ProblemRow } from '@billhook/domain/problems';
import { table } from '../html.js';

const MEANING: Readonly<Record<ProblemKind, string>> = {
  malformed: 'The request could not be read. The same request fails again.',
  unauthenticated: 'Nobody could be told from the credential. The header `WWW-Authenticate` names the scheme.',
  forbidden: 'The credential is good, but it does not allow this.',
  not_found: 'There is nothing at this address for this company.',
  conflict: 'The record is in a state that does not allow this.',
  stale: 'Somebody changed the record since you read it.',
  too_large: 'The body is larger than what is read.',
  unsupported_media_type: 'The body is in a form that is not read.',
  invalid: 'The body was read and breaks a rule.',
  headers_too_large: 'The headers are larger than what is read.',
  too_many: 'Wait as long as `Retry-After` says.',
  internal: 'A fault of the service. Repeat the request later, and tell the operator the `requestId`.',
  unavailable: 'The service is starting or has lost its database. Repeat the request in a moment.',
};

const OWN_STATUS = 'the status of the record';
const PERMISSION_MEMBERS = {
  requiredPermissions: 'what the route needs',
  missing: 'what of it is missing',
  held: 'what the caller holds now',
  cause: 'why it is missing',
  whoCanFix: '`key_owner` or `administrator`',
  fixUrl: 'where in the settings',
};

/** Members that an answer has beyond those of every problem. */
const MEMBERS: { readonly [Code in ProblemCode]?: Readonly<Record<string, string>> } = {
  insufficient_scope: PERMISSION_MEMBERS,
  creator_permission_lost: PERMISSION_MEMBERS,
  creator_inactive: PERMISSION_MEMBERS,
  plan_required: PERMISSION_MEMBERS,
  permission_missing: PERMISSION_MEMBERS,
  not_grantable: PERMISSION_MEMBERS,
  external_id_taken: { existingId: 'the `id` of the record that holds it' },
  action_not_allowed: { currentStatus: OWN_STATUS },
  not_payable: { currentStatus: 'the status of the invoice' },
  invoice_not_draft: { currentStatus: OWN_STATUS },
  quote_not_draft: { currentStatus: OWN_STATUS },
  quote_revised: { existingId: 'the `id` of the revision' },
  series_code_taken: { existingId: 'the `id` of the series that holds it' },
  version_mismatch: { currentVersion: 'the version of the record now' },
  over_invoiced: { remaining: 'what is left of the quote, with VAT', currency: 'its currency' },
  over_credited: { remaining: 'what is left of each VAT category and rate' },
  tax_group_not_invoiced: { remaining: 'what is left of each VAT category and rate' },
  over_refunded: { credit: 'the credit that the client has left' },
  credit_spent: { credit: 'the credit that the client has left' },
  total_mismatch: {
    cause: 'the usual mistake that leads to the total that was sent, or `Unknown`',
    expectedTotal: 'the total that was sent',
    computedTotal: 'the total that was computed',
    taxBreakdown: 'the computed VAT by category and rate',
    lines: 'where the cents differ',
  },
};

function entry([code, row]: readonly [ProblemCode, ProblemRow]): string {
  const members = Object.entries(MEMBERS[code] ?? {}).map(([name, meaning]) => `\`${name}\` (${meaning})`);
  return [
    `### ${code}`,
    `**${row.title}.** <span class="status">${HTTP_STATUS[row.kind].code}</span>`,
    row.advice,
    ...(members.length > 0 ? [`Further members: ${members.join(', ')}.`] : []),
  ].join('\n\n');
}

const ROWS = Object.entries(PROBLEMS) as readonly (readonly [ProblemCode, ProblemRow])[];
const rowsOf = (kind: ProblemKind) => ROWS.filter(([, row]) => row.kind === kind);

/** The error catalogue: a section a status, an entry a code. The anchor of an entry is its code. */
export function errorCatalogue(): string {
  const kinds = Object.keys(HTTP_STATUS) as ProblemKind[];
  return kinds
    .map((kind) => {
      const { code: status, phrase } = HTTP_STATUS[kind];
      return `## ${status} ${phrase}\n\n${MEANING[kind]}\n\n${rowsOf(kind).map(entry).join('\n\n')}`;
    })
    .join('\n\n');
}

/** The codes of one credential gone wrong, for the guide on keys: those that a caller of /v1 can meet. */
export function keyErrors(): string {
  const elsewhere = /session|sign_in|portal|document_link|step_up|cross_site|access_undeclared|permission_missing/;
  const rows = (['unauthenticated', 'forbidden'] as const)
    .flatMap(rowsOf)
    .filter(([code]) => !elsewhere.test(code))
    .map(([code, row]) => [
      String(HTTP_STATUS[row.kind].code),
      `[\`${code}\`](/docs/errors/#${code})`,
      row.title,
      row.advice,
    ]);
  return table(['Status', 'Code', 'Means', 'What to do'], rows);
}

import { ownRows, type CompanyRows } from '@billhook/db/company-rows';

/** The sessions of the members of a company: the first rows that a deletion ends. */
export const COMPANY_SESSIONS: CompanyRows = {
  table: 'sessions',
  where: 'r.member_id IN (SELECT m.id FROM members m WHERE m.company_id = $1)',
};

/** The rows of a company in the tables of identity, in the order in which they can be deleted, before its members. */
export const IDENTITY_COMPANY_ROWS: readonly CompanyRows[] = [
  ownRows('api_requests', { isPartitioned: true }),
  ownRows('oauth_grants', { hasManyParts: true, parts: [['oauth_tokens', 'grant_id']] }),
  ownRows('oauth_policies'),
  // Keys refer to their predecessors and successors.
  ownRows('api_keys', {
    isWhole: true,
    hasManyParts: true,
    parts: [
      ['key_hosts', 'key_id'],
      ['key_permissions', 'key_id'],
      ['key_requests', 'key_id'],
    ],
  }),
  ownRows('key_policies'),
  ownRows('invitations'),
  ownRows('company_logos'),
];

/** After the members, whose removal may still be audited. */
export const AUDIT_COMPANY_ROWS: readonly CompanyRows[] = [ownRows('audit_log'), ownRows('audit_heads')];

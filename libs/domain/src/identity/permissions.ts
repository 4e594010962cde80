/**
 * The one table of permissions. Guards, the key form, the OpenAPI document and the docs site are drawn from it,
 * so a permission is added here and nowhere else. Source: the published interface, section 2.
 */
export interface PermissionRow {
  /** What the holder may do, in words for a person who has never read the API. */
  readonly summary: string;
  /** Whether an API key (or another person's application) may carry it. Power to mint power never is. */
  readonly grantable: boolean;
}

export const PERMISSIONS = {
  'client.read': { summary: 'View clients', grantable: true },
  'client.write': { summary: 'Create, edit, archive and delete clients', grantable: true },
  'invoice.read': { summary: 'View invoices', grantable: true },
  'invoice.write': {
    summary: 'Create, edit, send, reject, reopen, postpone, credit, write off, void and delete invoices',
    grantable: true,
  },
  'quote.read': { summary: 'View quotes', grantable: true },
  'quote.write': { summary: 'Create, edit, send, accept, decline, revise, convert and delete quotes', grantable: true },
  'payment.read': { summary: 'View payments', grantable: true },
  'payment.write': { summary: 'Record, allocate, refund and delete payments', grantable: true },
  'event.read': {
    summary: 'Read the event log, including the records that the holder may view',
    grantable: true,
  },
  'integration.write': {
    summary: 'Manage webhook endpoints, their secrets and deliveries, for records that the holder may view',
    grantable: true,
  },
  'api_key.create': { summary: 'Create personal API keys', grantable: false },
  'api_key.manage': { summary: 'View and revoke all API keys of the company', grantable: false },
  'member.manage': { summary: 'Invite, deactivate and remove members, and change their permissions', grantable: false },
  'company.manage': {
    summary: 'Edit the legal details, time zone, lock date, tax rates and numbering of the company',
    grantable: false,
  },
  'audit.read': { summary: 'Read the audit log', grantable: false },
} as const satisfies Record<string, PermissionRow>;

export type Permission = keyof typeof PERMISSIONS;

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as readonly Permission[];

/** True when the text names a permission of the table. */
export function isPermission(text: string): text is Permission {
  return Object.hasOwn(PERMISSIONS, text);
}

/** The permissions that a key may carry, in the table's order. */
export const GRANTABLE_PERMISSIONS: readonly Permission[] = ALL_PERMISSIONS.filter((p) => PERMISSIONS[p].grantable);

/** The *read-only* preset: every read permission among those held. Stored as it expands, so later ones are not gained silently. */
export function readOnlyScopes(held: readonly Permission[]): Permission[] {
  return GRANTABLE_PERMISSIONS.filter((p) => p.endsWith('.read') && held.includes(p));
}

/** What a key may do now: its scopes, less what its creator no longer holds. Scopes themselves are never rewritten. */
export function effectivePermissions(scopes: readonly Permission[], held: readonly Permission[]): Permission[] {
  return ALL_PERMISSIONS.filter((p) => scopes.includes(p) && held.includes(p));
}

export const ROLES = ['Owner', 'Admin', 'Accountant', 'Sales', 'Read-only'] as const;
export type Role = (typeof ROLES)[number];

const READS = ALL_PERMISSIONS.filter((p) => p.endsWith('.read') && PERMISSIONS[p].grantable);

/** Roles are presets: what a member of that role starts with. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  Owner: ALL_PERMISSIONS,
  Admin: ALL_PERMISSIONS,
  Accountant: [...READS, 'client.write', 'invoice.write', 'quote.write', 'payment.write', 'api_key.create'],
  Sales: ['client.read', 'client.write', 'quote.read', 'quote.write', 'invoice.read', 'api_key.create'],
  'Read-only': READS,
};

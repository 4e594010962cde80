import type { LocalizedText } from '../shared/localized-text.js';
import {
  PERMITTED_RESOURCES,
  RESOURCES,
  type PermittedResource,
  type ResourcePermission,
} from '../shared/resources.js';

/** The titles of permission groups in pickers. Permissions with the same title form a group. */
const ADMINISTRATION: LocalizedText = { en: 'Administration', fr: 'Administration' };
const TITLES = {
  ...(Object.fromEntries(PERMITTED_RESOURCES.map((name) => [name, RESOURCES[name].many])) as Record<
    PermittedResource,
    LocalizedText
  >),
  event: { en: 'Event log', fr: 'Journal des événements' },
  integration: { en: 'Webhooks', fr: 'Webhooks' },
  api_key: RESOURCES.api_key.many,
  oauth_app: { en: 'Applications', fr: 'Applications' },
  member: ADMINISTRATION,
  company: ADMINISTRATION,
  audit: ADMINISTRATION,
} as const satisfies Record<string, LocalizedText>;

export type PermissionResource = keyof typeof TITLES;

interface PermissionRow {
  readonly resource: PermissionResource;
  readonly verb: 'read' | 'write' | 'create' | 'manage' | 'manage_all';
  /** What the permission allows, for readers who do not know the API. */
  readonly summary: LocalizedText;
  /** Whether a third-party application can have it, and an API key if a member can. False for all permissions that give permissions. */
  readonly grantable: boolean;
  /** Which of these roles have it at first. Owner and Admin have all permissions of members, Read-only those to read. */
  readonly roles: readonly ('Accountant' | 'Sales')[];
}

/** The only table of permissions: the guards, the pickers, the OpenAPI document and the documentation derive from it. */
export const PERMISSIONS = {
  'client.read': {
    resource: 'client',
    verb: 'read',
    summary: {
      en: 'View clients',
      fr: 'Voir les clients',
    },
    grantable: true,
    roles: ['Accountant', 'Sales'],
  },
  'client.write': {
    resource: 'client',
    verb: 'write',
    summary: {
      en: 'Create, edit, archive and delete clients',
      fr: 'Créer, modifier, archiver et supprimer des clients',
    },
    grantable: true,
    roles: ['Accountant', 'Sales'],
  },
  'invoice.read': {
    resource: 'invoice',
    verb: 'read',
    summary: {
      en: 'View invoices',
      fr: 'Voir les factures',
    },
    grantable: true,
    roles: ['Accountant', 'Sales'],
  },
  'invoice.write': {
    resource: 'invoice',
    verb: 'write',
    summary: {
      en: 'Create, edit, send, reject, reopen, postpone, credit, write off, void and delete invoices',
      fr: 'Créer, modifier, envoyer, refuser, rouvrir, reporter, créditer, passer en perte, annuler et supprimer des factures',
    },
    grantable: true,
    roles: ['Accountant'],
  },
  'quote.read': {
    resource: 'quote',
    verb: 'read',
    summary: {
      en: 'View quotes',
      fr: 'Voir les devis',
    },
    grantable: true,
    roles: ['Accountant', 'Sales'],
  },
  'quote.write': {
    resource: 'quote',
    verb: 'write',
    summary: {
      en: 'Create, edit, send, accept, decline, revise, convert and delete quotes',
      fr: 'Créer, modifier, envoyer, accepter, refuser, réviser, convertir et supprimer des devis',
    },
    grantable: true,
    roles: ['Accountant', 'Sales'],
  },
  'payment.read': {
    resource: 'payment',
    verb: 'read',
    summary: {
      en: 'View payments',
      fr: 'Voir les paiements',
    },
    grantable: true,
    roles: ['Accountant'],
  },
  'payment.write': {
    resource: 'payment',
    verb: 'write',
    summary: {
      en: 'Record, allocate, refund and delete payments',
      fr: 'Enregistrer, affecter, rembourser et supprimer des paiements',
    },
    grantable: true,
    roles: ['Accountant'],
  },
  'event.read': {
    resource: 'event',
    verb: 'read',
    summary: {
      en: 'Read the event log, including the records that the holder may view',
      fr: 'Lire le journal des événements ; les données d’un événement exigent aussi le droit de voir son élément',
    },
    grantable: true,
    roles: ['Accountant'],
  },
  'integration.write': {
    resource: 'integration',
    verb: 'write',
    summary: {
      en: 'Manage webhook endpoints, their secrets and deliveries, for records that the holder may view',
      fr: 'Gérer les webhooks : destinations, secrets et envois, pour les éléments que l’on a le droit de voir',
    },
    grantable: true,
    roles: [],
  },
  'integration.manage_all': {
    resource: 'integration',
    verb: 'manage_all',
    summary: {
      en: 'View and change all webhook endpoints of the company and of other applications, and choose where their messages are sent',
      fr: 'Voir et modifier tous les webhooks de l’entreprise et des autres applications, et choisir où leurs messages sont envoyés',
    },
    grantable: true,
    roles: [],
  },
  'api_key.create': {
    resource: 'api_key',
    verb: 'create',
    summary: {
      en: 'Create personal API keys',
      fr: 'Créer des clés d’API pour soi-même',
    },
    grantable: false,
    roles: ['Accountant', 'Sales'],
  },
  'api_key.manage': {
    resource: 'api_key',
    verb: 'manage',
    summary: {
      en: 'View, limit and revoke all API keys of the company, manage those of service members, and set the key policy',
      fr: 'Voir, limiter et révoquer toutes les clés d’API de l’entreprise, gérer celles des membres de service et fixer les règles des clés',
    },
    grantable: false,
    roles: [],
  },
  'oauth_app.manage': {
    resource: 'oauth_app',
    verb: 'manage',
    summary: {
      en: 'View the applications that members have authorised, revoke their access, and choose which are allowed',
      fr: 'Voir les applications autorisées par les membres, révoquer leur accès et choisir celles qui sont permises',
    },
    grantable: false,
    roles: [],
  },
  'member.manage': {
    resource: 'member',
    verb: 'manage',
    summary: {
      en: 'View, invite, deactivate and remove members, and change their permissions',
      fr: 'Voir, inviter, désactiver et retirer des membres, et modifier leurs droits',
    },
    grantable: false,
    roles: [],
  },
  'company.manage': {
    resource: 'company',
    verb: 'manage',
    summary: {
      en: 'Edit the legal details, time zone, lock date, tax rates and numbering of the company, and export its data',
      fr: 'Modifier l’entreprise (mentions légales, fuseau horaire, date de clôture, taux de TVA, numérotation) et exporter ses données',
    },
    grantable: false,
    roles: [],
  },
  'audit.read': {
    resource: 'audit',
    verb: 'read',
    summary: {
      en: 'Read the audit log',
      fr: 'Lire le journal d’audit',
    },
    grantable: false,
    roles: [],
  },
} as const satisfies Record<string, PermissionRow> & Record<ResourcePermission, PermissionRow>;

export type Permission = keyof typeof PERMISSIONS;

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as readonly Permission[];

/** Whether the text names a permission. */
export function isPermission(text: string): text is Permission {
  return Object.hasOwn(PERMISSIONS, text);
}

/**
 * Permissions that only applications have, each with the permission with which a member gives it: what a member or key does with that
 * permission needs no other one.
 */
const GIVEN_WITH: { readonly [P in Permission]?: Permission } = { 'integration.manage_all': 'integration.write' };

/** The permissions that a member can have, in the order of the table. */
export const MEMBER_PERMISSIONS: readonly Permission[] = ALL_PERMISSIONS.filter((p) => GIVEN_WITH[p] === undefined);

/** The permissions that an application can have, in the order of the table. */
export const APPLICATION_PERMISSIONS: readonly Permission[] = ALL_PERMISSIONS.filter((p) => PERMISSIONS[p].grantable);

/** The permissions that a key can have, in the order of the table. An application gets others only if it lists them. */
export const GRANTABLE_PERMISSIONS: readonly Permission[] = MEMBER_PERMISSIONS.filter((p) => PERMISSIONS[p].grantable);

/** Whether a member with these permissions has a permission, or can give it to an application. */
export const holds = (held: readonly Permission[], permission: Permission): boolean =>
  held.includes(GIVEN_WITH[permission] ?? permission);

export interface PermissionGroup {
  readonly title: LocalizedText;
  readonly permissions: readonly Permission[];
}

/** Permissions by group, in the order of the table. */
export function permissionGroups(among: readonly Permission[]): PermissionGroup[] {
  const titleOf = (permission: Permission): LocalizedText => TITLES[PERMISSIONS[permission].resource];
  return [...new Set(ALL_PERMISSIONS.map(titleOf))]
    .map((title) => ({ title, permissions: among.filter((each) => titleOf(each) === title) }))
    .filter(({ permissions }) => permissions.length > 0);
}

/** The *read-only* preset: the read permissions among `held`. Stored as a list, so a key does not gain permissions added later. */
export function readOnlyScopes(held: readonly Permission[]): Permission[] {
  return GRANTABLE_PERMISSIONS.filter((p) => PERMISSIONS[p].verb === 'read' && held.includes(p));
}

/** The scopes of a key or application without those that its member no longer has. The stored scopes never change. */
export function effectivePermissions(scopes: readonly Permission[], held: readonly Permission[]): Permission[] {
  return ALL_PERMISSIONS.filter((p) => scopes.includes(p) && holds(held, p));
}

export const ROLES = ['Owner', 'Admin', 'Accountant', 'Sales', 'Read-only'] as const;
export type Role = (typeof ROLES)[number];

const READS = GRANTABLE_PERMISSIONS.filter((p) => PERMISSIONS[p].verb === 'read');

const permissionsOf = (role: 'Accountant' | 'Sales'): readonly Permission[] =>
  MEMBER_PERMISSIONS.filter((p) => (PERMISSIONS[p].roles as readonly string[]).includes(role));

/** The initial permissions of each role. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  Owner: MEMBER_PERMISSIONS,
  Admin: MEMBER_PERMISSIONS,
  Accountant: permissionsOf('Accountant'),
  Sales: permissionsOf('Sales'),
  'Read-only': READS,
};

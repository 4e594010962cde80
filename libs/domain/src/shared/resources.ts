import type { LocalizedText } from './localized-text.js';

/** What a cell has of a table: nothing, all rows of its companies, or the rows that its transactions write. */
export type TableSide = 'global' | 'cell' | 'both';

interface ResourceRow {
  /** In paths and in the names of files: `credit-notes`. */
  readonly plural: string;
  readonly area: 'identity' | 'invoicing' | 'webhooks';
  /** Has a column `company_id`. */
  readonly table: string;
  /** Where its rows are, once companies are divided into cells: libs/db/src/table-sides.ts. */
  readonly side: TableSide;
  /** The permission that shows it, and the one that changes it; null if it cannot be changed. */
  readonly read: string;
  readonly write: string | null;
  /** Its name and its plural, as titles. */
  readonly one: LocalizedText;
  readonly many: LocalizedText;
  /** What its group in the reference is for, in a sentence; null if its operations are in another group. */
  readonly about: string | null;
  /** What its event types add to its name: `created` of `client.created`. */
  readonly events: readonly string[];
  /** Written by a record repository: with versions, a timeline and tombstones. */
  readonly isRecord: boolean;
  /** Has a list and pages in the settings, under its plural. */
  readonly hasPages: boolean;
  /** The export of a company has a file with its rows. */
  readonly isExported: boolean;
  /** Counted before a company is deleted. */
  readonly isCounted: boolean;
  /** The fuzzer sends requests with its ids. */
  readonly isFuzzed: boolean;
  /** Assistants can list it. */
  readonly hasTool: boolean;
}

/**
 * The resources of a company, one row each. Every list of resources derives from it.
 * A row refers only to rows above it, because the records of a company are deleted from the last row to the first.
 */
export const RESOURCES = {
  client: {
    plural: 'clients',
    area: 'invoicing',
    table: 'clients',
    side: 'cell',
    read: 'client.read',
    write: 'client.write',
    one: { en: 'Client', fr: 'Client' },
    many: { en: 'Clients', fr: 'Clients' },
    about: 'The companies and people that you issue documents to, their contacts and their balances.',
    events: ['created', 'updated', 'deleted'],
    isRecord: true,
    hasPages: true,
    isExported: true,
    isCounted: true,
    isFuzzed: true,
    hasTool: true,
  },
  quote: {
    plural: 'quotes',
    area: 'invoicing',
    table: 'quotes',
    side: 'cell',
    read: 'quote.read',
    write: 'quote.write',
    one: { en: 'Quote', fr: 'Devis' },
    many: { en: 'Quotes', fr: 'Devis' },
    about:
      'Offers that you draft, send, revise and convert into invoices, whole or in parts, and that the client accepts or declines.',
    events: ['created', 'updated', 'deleted'],
    isRecord: true,
    hasPages: true,
    isExported: true,
    isCounted: true,
    isFuzzed: true,
    hasTool: true,
  },
  invoice: {
    plural: 'invoices',
    area: 'invoicing',
    table: 'invoices',
    side: 'cell',
    read: 'invoice.read',
    write: 'invoice.write',
    one: { en: 'Invoice', fr: 'Facture' },
    many: { en: 'Invoices', fr: 'Factures' },
    about:
      'Invoices from the draft to the payment. Sending an invoice gives it a number without gaps, after which its content is final.',
    events: ['created', 'updated', 'deleted', 'sent', 'paid', 'partial', 'overdue', 'rejected'],
    isRecord: true,
    hasPages: true,
    isExported: true,
    isCounted: true,
    isFuzzed: true,
    hasTool: true,
  },
  credit_note: {
    plural: 'credit-notes',
    area: 'invoicing',
    table: 'credit_notes',
    side: 'cell',
    read: 'invoice.read',
    write: 'invoice.write',
    one: { en: 'Credit note', fr: 'Avoir' },
    many: { en: 'Credit notes', fr: 'Avoirs' },
    about: 'Documents that cancel an invoice or a part of it. A credit note gets its number immediately and is final.',
    events: [],
    isRecord: true,
    hasPages: true,
    isExported: true,
    isCounted: true,
    isFuzzed: true,
    hasTool: true,
  },
  payment: {
    plural: 'payments',
    area: 'invoicing',
    table: 'payments',
    side: 'cell',
    read: 'payment.read',
    write: 'payment.write',
    one: { en: 'Payment', fr: 'Paiement' },
    many: { en: 'Payments', fr: 'Paiements' },
    about: 'Money received from a client for one or several invoices, and refunds.',
    events: ['created', 'deleted'],
    isRecord: true,
    hasPages: true,
    isExported: true,
    isCounted: true,
    isFuzzed: true,
    hasTool: true,
  },
  checkpoint: {
    // It contains hashes only, so it needs no other permission than the event log.
    plural: 'checkpoints',
    area: 'invoicing',
    table: 'checkpoints',
    side: 'cell',
    read: 'event.read',
    write: null,
    one: { en: 'Checkpoint', fr: 'Point de contrôle' },
    many: { en: 'Checkpoints', fr: 'Points de contrôle' },
    about: null,
    events: ['signed'],
    isRecord: false,
    hasPages: false,
    isExported: true,
    isCounted: false,
    isFuzzed: true,
    hasTool: false,
  },
  mail: {
    // An email about a quote has the permissions of quotes.
    plural: 'mails',
    area: 'invoicing',
    table: 'mails',
    side: 'both',
    read: 'invoice.read',
    write: 'invoice.write',
    one: { en: 'Email', fr: 'E-mail' },
    many: { en: 'Emails', fr: 'E-mails' },
    about: null,
    events: [],
    isRecord: false,
    hasPages: true,
    isExported: true,
    isCounted: false,
    isFuzzed: true,
    hasTool: true,
  },
  webhook_endpoint: {
    plural: 'webhook-endpoints',
    area: 'webhooks',
    table: 'webhook_endpoints',
    side: 'cell',
    read: 'integration.write',
    write: 'integration.write',
    one: { en: 'Webhook endpoint', fr: 'Destination' },
    many: { en: 'Webhook endpoints', fr: 'Destinations' },
    about: null,
    events: [],
    isRecord: false,
    hasPages: false,
    isExported: true,
    isCounted: false,
    isFuzzed: true,
    hasTool: true,
  },
  member: {
    plural: 'members',
    area: 'identity',
    table: 'members',
    side: 'global',
    read: 'member.manage',
    write: 'member.manage',
    one: { en: 'Member', fr: 'Membre' },
    many: { en: 'Members', fr: 'Membres' },
    about: null,
    events: [],
    isRecord: false,
    hasPages: false,
    isExported: true,
    isCounted: true,
    isFuzzed: false,
    hasTool: false,
  },
  api_key: {
    plural: 'api-keys',
    area: 'identity',
    table: 'api_keys',
    side: 'global',
    read: 'api_key.manage',
    write: 'api_key.manage',
    one: { en: 'API key', fr: 'Clé d’API' },
    many: { en: 'API keys', fr: 'Clés d’API' },
    about: null,
    events: [],
    isRecord: false,
    hasPages: false,
    isExported: true,
    isCounted: true,
    isFuzzed: true,
    hasTool: false,
  },
} as const satisfies Readonly<Record<string, ResourceRow>>;

type ResourceRows = typeof RESOURCES;
export type ResourceName = keyof ResourceRows;

/** The names of the rows with a value in a column. */
export type ResourcesWith<Column extends keyof ResourceRow, Value> = {
  [Name in ResourceName]: ResourceRows[Name][Column] extends Value ? Name : never;
}[ResourceName];

/** The resources that have a timeline and a tombstone. */
export type RecordName = ResourcesWith<'isRecord', true>;
export type EventRecord = Exclude<RecordName, ResourcesWith<'events', readonly []>>;
export type RecordTable = ResourceRows[RecordName]['table'];
/** The event types of some resources. */
export type EventTypeOf<Name extends ResourceName> = {
  [Each in Name]: `${Each}.${ResourceRows[Each]['events'][number]}`;
}[Name];
/** The resources whose name begins their permissions, as in `client.read`. */
export type PermittedResource = {
  [Name in ResourceName]: ResourceRows[Name]['read'] extends `${Name}.read` ? Name : never;
}[ResourceName];
export type ResourcePermission = NonNullable<ResourceRows[ResourceName]['read' | 'write']>;

export const RESOURCE_NAMES = Object.keys(RESOURCES) as readonly ResourceName[];

type ResourceFlag = 'isRecord' | 'hasPages' | 'isExported' | 'isCounted' | 'isFuzzed' | 'hasTool';

const RESOURCE_ROWS: Readonly<Record<ResourceName, ResourceRow>> = RESOURCES;

/** The names of the rows for which a column is true, in the order of the table. */
export const resourcesWith = <Column extends ResourceFlag>(column: Column): readonly ResourcesWith<Column, true>[] =>
  RESOURCE_NAMES.filter((name): name is ResourcesWith<Column, true> => RESOURCE_ROWS[name][column]);

export const RECORD_NAMES = resourcesWith('isRecord');

/** The resources that are counted before a company is deleted, in the order of the screen. */
export const COUNTED_RESOURCES = resourcesWith('isCounted');

/** The records whose changes emit events, in the order of the table. */
export const EVENT_RECORDS = RECORD_NAMES.filter((name): name is EventRecord => RESOURCES[name].events.length > 0);

/** The resources that have permissions with their names, in the order of the table. */
export const PERMITTED_RESOURCES = RESOURCE_NAMES.filter(
  (name): name is PermittedResource => RESOURCES[name].read === `${name}.read`,
);

type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Text;

/** The name of the JSON property that holds values of several: `creditNotes`. */
export type ResourceProperty<Name extends ResourceName> = CamelCase<ResourceRows[Name]['plural']>;
export const resourceProperty = <Name extends ResourceName>(name: Name): ResourceProperty<Name> =>
  RESOURCES[name].plural.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as ResourceProperty<Name>;

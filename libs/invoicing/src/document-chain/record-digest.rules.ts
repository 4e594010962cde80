import { createHash } from 'node:crypto';
import { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { annotations, documentView } from '@billhook/contract/invoicing/document';
import { documentDeliveryView } from '@billhook/contract/invoicing/document-delivery';
import { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { PaymentView } from '@billhook/contract/invoicing/payment';
import type { RecordName } from '@billhook/domain/shared/resources';
import canonicalize from 'canonicalize';

/** The records of the chain, with the form that is hashed. An invoice enters the chain when it is issued. */
export const CHAINED_VIEWS = {
  invoice: InvoiceView,
  credit_note: CreditNoteView,
  payment: PaymentView,
} as const satisfies Partial<Record<RecordName, { safeParse: (value: unknown) => { data?: object } }>>;

export type ChainedResource = keyof typeof CHAINED_VIEWS;

export const CHAINED_RESOURCES = Object.keys(CHAINED_VIEWS) as readonly ChainedResource[];

export const isChained = (resource: string): resource is ChainedResource => Object.hasOwn(CHAINED_VIEWS, resource);

/** Members that follow from others, from other rows, from the settings of the installation or from how the document was delivered. */
export const LEFT_OUT = new Set([
  ...['availableActions', 'creditNoteIds', 'deletedByActor', 'paymentReference'],
  ...Object.keys(documentDeliveryView),
]);

/** Members whose `actor` follows from the text beside it, and is left out. */
export const WITH_ACTOR: ReadonlySet<string> = new Set(['rejection', 'writeOff', 'lastTransition']);

/** What is printed on a document: everything but the annotations. */
const PRINTED = Object.keys(documentView).filter((name) => !Object.hasOwn(annotations, name));

/** The members that cannot change after issue, which the frozen digest covers. */
export const FROZEN: Readonly<Record<ChainedResource, readonly string[]>> = {
  invoice: ['type', 'number', 'clientId', 'issueDate', 'supplyDate', 'servicePeriod', 'seller', 'client', ...PRINTED],
  credit_note: [
    ...['number', 'invoiceId', 'invoiceNumber', 'clientId', 'reason', 'issueDate', 'seller', 'client'],
    ...PRINTED,
  ],
  payment: ['kind', 'clientId', 'date', 'amount', 'currency'],
};

const FROZEN_NAMES: Readonly<Record<ChainedResource, ReadonlySet<string>>> = {
  invoice: new Set(FROZEN.invoice),
  credit_note: new Set(FROZEN.credit_note),
  payment: new Set(FROZEN.payment),
};

/** A member that digests before a version do not cover. */
interface LaterMember {
  readonly resource: ChainedResource;
  /** From the record, through lists: `lines.weight`, `seller.isSmall`. */
  readonly path: string;
  /** The first version of the digests that covers it. */
  readonly since: number;
}

/**
 * Members with a value in every record, such as a boolean or an amount, that were added after the first version. They would change the
 * digests of older records. Members that may be null or empty need no row.
 */
export const LATER_MEMBERS: readonly LaterMember[] = [];

/** The version of both digests in new entries: the highest of `LATER_MEMBERS`. */
export const DIGEST_VERSION = newestOf(LATER_MEMBERS);

export function newestOf(later: readonly LaterMember[]): number {
  return Math.max(1, ...later.map(({ since }) => since));
}

/** The canonical text of a value (RFC 8785). @throws an Error for a value that JSON cannot contain */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('the value has no canonical form');
  return text;
}

/** The same of an object that contains only texts, integers and null, for which sorted JSON is canonical: a fifth of the time. */
export const canonicalFacts = (facts: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))));

/** The canonical texts of a record that are hashed. */
export interface RecordTexts {
  /** The GET response without members that are left out or have no value. */
  readonly whole: string;
  /** The members of the record that cannot change after issue. */
  readonly frozen: string;
}

/** A presented record in the form of its schema. No write fails because an older row does not match: it is hashed as it is stored. */
export function chainedForm(resource: ChainedResource, presented: object): object {
  const { data = presented } = CHAINED_VIEWS[resource].safeParse(presented);
  return data;
}

/** @param version of the digests: later members are left out */
export const recordTexts = (
  resource: ChainedResource,
  presented: object,
  version = DIGEST_VERSION,
  later = LATER_MEMBERS,
): RecordTexts => textsOfForm(resource, chainedForm(resource, presented), version, later);

function textsOfForm(
  resource: ChainedResource,
  form: object,
  version: number,
  later: readonly LaterMember[],
): RecordTexts {
  const members = Object.entries(form)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => [name, WITH_ACTOR.has(name) ? without(value, ['actor']) : value] as const);
  let values: unknown = Object.fromEntries(members);
  for (const { path } of later.filter((each) => each.resource === resource && each.since > version)) {
    values = without(values, path.split('.'));
  }
  // The text of a member is part of both texts, and is created once.
  const texts = memberTexts(values as object);
  const textOf = (parts: typeof texts): string => `{${parts.map(([, text]) => text).join(',')}}`;
  return { whole: textOf(texts), frozen: textOf(texts.filter(([name]) => FROZEN_NAMES[resource].has(name))) };
}

/** SHA-256 of the canonical texts of a record, with the version of both. */
export interface RecordDigests {
  readonly digestVersion: number;
  readonly digest: Buffer;
  readonly frozenDigest: Buffer;
}

/** The digests of a record. @param version as in `recordTexts` */
export function recordDigests(
  resource: ChainedResource,
  presented: object,
  version = DIGEST_VERSION,
  later = LATER_MEMBERS,
): RecordDigests {
  return digestsOfForm(resource, chainedForm(resource, presented), version, later);
}

/** The digests of a record in the form of its schema, which a caller has parsed already. */
export function digestsOfForm(
  resource: ChainedResource,
  form: object,
  version = DIGEST_VERSION,
  later = LATER_MEMBERS,
): RecordDigests {
  const { whole, frozen } = textsOfForm(resource, form, version, later);
  return { digestVersion: version, digest: sha256(whole), frozenDigest: sha256(frozen) };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The canonical text of a value without null, and empty lists and objects: a member that a later release adds does not change the digests
 * of older records. The same as `canonicalText` of such a copy, in one walk.
 */
function valueText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return plainText(value);
  if (Array.isArray(value))
    return value.length === 0 ? undefined : `[${value.map((each: unknown) => valueText(each) ?? 'null').join(',')}]`;
  const texts = memberTexts(value);
  return texts.length === 0 ? undefined : `{${texts.map(([, text]) => text).join(',')}}`;
}

/** The members of an object that have a value, in the order of their names. */
function memberTexts(value: object): (readonly [name: string, text: string])[] {
  const values = value as Readonly<Record<string, unknown>>;
  const texts: [string, string][] = [];
  for (const name of Object.keys(values).sort()) {
    const text = valueText(values[name]);
    if (text !== undefined) texts.push([name, `${plainText(name)}:${text}`]);
  }
  return texts;
}

/** JSON of a text, a number or a boolean is canonical, unless it replaces something. */
function plainText(value: unknown): string {
  const text = JSON.stringify(value);
  // `\u` followed by d is half of a surrogate pair, or a backslash of the text itself.
  const isReplaced = text === 'null' || (typeof value === 'string' && text.includes('\\ud'));
  return isReplaced ? canonicalText(value) : text;
}

/** A copy without the member at a path. */
function without(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each: unknown) => without(each, [name, ...rest]));
  const entries = Object.entries(value).map(([key, each]) => [key, key === name ? without(each, rest) : each] as const);
  return Object.fromEntries(entries.filter(([key]) => key !== name || rest.length > 0));
}

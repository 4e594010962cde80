import { createHash } from 'node:crypto';
import { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { documentDeliveryView } from '@billhook/contract/invoicing/document-delivery';
import { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { PaymentView } from '@billhook/contract/invoicing/payment';
import canonicalize from 'canonicalize';
import type { RecordName } from '../records/record-name.js';

/** The records of the chain, with the form that is hashed. An invoice enters the chain when it is issued. */
const CHAINED_VIEWS = {
  invoice: InvoiceView,
  credit_note: CreditNoteView,
  payment: PaymentView,
} as const satisfies Partial<Record<RecordName, { safeParse: (value: unknown) => { data?: object } }>>;

export type ChainedResource = keyof typeof CHAINED_VIEWS;

export const CHAINED_RESOURCES = Object.keys(CHAINED_VIEWS) as readonly ChainedResource[];

export const isChained = (resource: RecordName): resource is ChainedResource => Object.hasOwn(CHAINED_VIEWS, resource);

/** Members that follow from other rows, from the settings of the installation or from how the document was delivered. */
const LEFT_OUT = new Set(['availableActions', 'creditNoteIds', ...Object.keys(documentDeliveryView)]);

/** The canonical text of a value (RFC 8785). @throws an Error for a value that JSON cannot contain */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('the value has no canonical form');
  return text;
}

/** The text of a record that is hashed: its GET response without members that are left out or have no value. */
export function recordText(resource: ChainedResource, presented: object): string {
  // No write fails because an older row does not match the schema: such a record is hashed as it is stored.
  const { data = presented } = CHAINED_VIEWS[resource].safeParse(presented);
  const members = Object.entries(data).filter(([name]) => !LEFT_OUT.has(name));
  return canonicalText(withValues(Object.fromEntries(members)));
}

/** SHA-256 of the canonical text of a record. */
export const recordDigest = (resource: ChainedResource, presented: object): Buffer =>
  createHash('sha256').update(recordText(resource, presented)).digest();

/** Without null, and empty lists and objects: a member that a later release adds does not change the digests of older records. */
function withValues(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value ?? undefined;
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((each: unknown) => withValues(each) ?? null);
  const members = Object.entries(value).map(([name, each]) => [name, withValues(each)] as const);
  const filled = members.filter(([, each]) => each !== undefined);
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

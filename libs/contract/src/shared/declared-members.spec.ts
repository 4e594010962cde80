import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { examplePage } from '../examples/example-answers.js';
import { EXAMPLE_RECORDS } from '../examples/example-events.js';
import { ClientView } from '../invoicing/client.js';
import { CreditNoteView } from '../invoicing/credit-note.js';
import { InvoiceList } from '../invoicing/expanded.js';
import { InvoiceView } from '../invoicing/invoice.js';
import { PaymentView } from '../invoicing/payment.js';
import { QuoteView } from '../invoicing/quote.js';
import { declaredBy } from './declared-members.js';

const Person = z.object({ name: z.string(), born: z.iso.date().nullable(), tags: z.array(z.string()).optional() });
const Company = z.object({ kind: z.literal('Company'), name: z.string(), people: z.array(Person) });
const Gone = z.strictObject({ id: z.number() });
const Either = z.object({ of: z.union([Company, z.object({ kind: z.enum(['Person']), person: Person }), Gone]) });
const Filter = z.object({
  field: z.string(),
  get all() {
    return z.array(Filter).optional();
  },
});

const ann = { name: 'Ann', born: '1815-12-10' };
const withMore = { secret: 'x', ...ann };

/** Adds an undeclared member to each object, before the others and in reverse order. */
function polluted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(polluted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, polluted(member)] as const);
  return { undeclared: 'x', ...Object.fromEntries(members.reverse()) };
}

describe('a value', () => {
  it.each<[what: string, schema: z.ZodType, value: unknown]>([
    ['an object', Person, withMore],
    ['a member of an object in a list', z.array(z.object({ person: Person })), [{ person: ann }, { person: withMore }]],
    ['an optional object', z.object({ person: Person.nullish() }), { person: withMore, more: 1 }],
    ['the values of a record', z.record(z.string(), Person), { a: withMore }],
    ['an option with a constant', Either, { of: { person: withMore, kind: 'Person', name: 'Bob' } }],
    [
      'an option with required members',
      z.union([Person, z.object({ id: z.number() })]),
      { id: 1, name: 'Bob', more: 1 },
    ],
    ['a strict option', Either, { of: { id: 1 }, more: 1 }],
    ['an object in itself', Filter, { field: 'a', all: [{ more: 1, field: 'b', all: [{ field: 'c', more: 1 }] }] }],
    [
      'a missing member with a default',
      z.object({ tags: z.preprocess((tags) => tags ?? [], z.array(z.string())) }),
      {},
    ],
    ['a tuple', z.tuple([Person]), [withMore]],
    ['a transformed text', z.object({ at: z.string().trim(), n: z.coerce.number() }), { at: ' a ', n: '1' }],
    ['an object that keeps other members', Person.catchall(z.string()), withMore],
  ])('has the same members as after parsing: %s', (_, schema, value) => {
    expect(JSON.stringify(declaredBy(schema)(value))).toBe(JSON.stringify(schema.parse(value)));
  });

  it.each<[what: string, schema: z.ZodType, value: unknown]>([
    ['null', z.object({ at: z.string().trim().nullable(), who: Person.nullable() }), { at: null, who: null }],
    ['a missing member', z.object({ person: Person.optional(), n: z.number() }), { n: 1 }],
    ['declared members in their order', Either, { of: { kind: 'Company', name: 'A', people: [ann] } }],
  ])('is not copied with %s', (_, schema, value) => {
    expect(declaredBy(schema)(value)).toBe(value);
  });

  it.each([
    ['of a strict object', Gone, { id: 1, more: 1 }],
    ['that fits no option', Either, { of: { kind: 'Other' } }],
  ])('throws for a member %s', (_, schema, value) => {
    expect(() => declaredBy(schema)(value)).toThrow(z.ZodError);
  });
});

describe('a view', () => {
  it.each<[name: string, view: z.ZodType, example: unknown]>([
    ['client', ClientView, EXAMPLE_RECORDS.client],
    ['quote', QuoteView, EXAMPLE_RECORDS.quote],
    ['invoice', InvoiceView, EXAMPLE_RECORDS.invoice],
    ['credit note', CreditNoteView, EXAMPLE_RECORDS.credit_note],
    ['payment', PaymentView, EXAMPLE_RECORDS.payment],
    ['list', InvoiceList, examplePage(EXAMPLE_RECORDS.invoice)],
  ])('keeps its members at every depth: %s', (_, view, example) => {
    const value = polluted(example);
    const kept = declaredBy(view)(value);
    expect(JSON.stringify(kept)).toBe(JSON.stringify(view.parse(value)));
    expect(declaredBy(view)(kept)).toBe(kept);
  });
});

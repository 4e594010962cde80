import {
  EXAMPLE_BY,
  exampleCreditNote,
  examplePayment,
  invoiceLife,
} from '@billhook/contract/examples/example-records';
import { RECORD_VIEWS } from '@billhook/contract/webhooks/event';
import { sentForm } from '@billhook/db/outbox';
import { describe, expect, it } from '@jest/globals';
import {
  canonicalText,
  CHAINED_RESOURCES,
  CHAINED_VIEWS,
  DIGEST_VERSION,
  digestsOfForm,
  FROZEN,
  LATER_MEMBERS,
  LEFT_OUT,
  newestOf,
  recordDigests,
  recordTexts,
  WITH_ACTOR,
  type ChainedResource,
} from './record-digest.rules.js';

/** The digests of the examples. A change of a digest would make every stored record look changed: keep them, unless an example changes. */
const DIGESTS = [
  ['invoice', invoiceLife.sent, '122ddcf333577c581a2d76546769611f2224c4e327a82cd3efb2ee584336236a'],
  ['credit_note', exampleCreditNote, '67ec00a4c2df83a34f50a824a8b822431b99a97a2b2b06985f3273dc7853a086'],
  ['payment', examplePayment, '0b5d6a0b48fe27640ff407ba061822a41e19f7a24f5e378a2408df3560048dd3'],
] as const;

/** The members of the first version of the digests that have a value in every record, or in every part of one. */
const FIRST_VERSION: Readonly<Record<ChainedResource, string>> = {
  invoice: `amountCredited amountPaid amountWrittenOff balance client.billingAddress client.billingAddress.country client.contacts.name
    client.contacts.receives client.createdAt client.deliveryAddress.country client.electronicAddress.scheme
    client.electronicAddress.value client.id client.kind client.legalId.scheme client.legalId.value client.name
    client.paymentTerms.days client.paymentTerms.endOfMonth client.status client.updatedAt client.version clientId
    createdAt currency id issueDate lastTransition.at lastTransition.by lastTransition.to lines.gross lines.id
    lines.name lines.net lines.priceBaseQuantity lines.quantity lines.servicePeriod.end lines.servicePeriod.start
    lines.tax lines.taxCategory lines.unit lines.unitPrice paymentMeans.code pricesIncludeTax rejection.at
    rejection.by rejection.code seller.address.country seller.currency seller.id seller.legalId.scheme
    seller.legalId.value seller.name seller.timeZone series servicePeriod.end servicePeriod.start status
    taxBreakdown.category taxBreakdown.tax taxBreakdown.taxable totals totals.allowances totals.charges totals.due
    totals.gross totals.lineNet totals.net totals.rounding totals.tax type updatedAt version writeOff.at
    writeOff.by writeOff.date writeOff.reason`,
  credit_note: `allocation allocation.invoice allocation.released client client.billingAddress client.billingAddress.country client.contacts.name
    client.contacts.receives client.createdAt client.deliveryAddress.country client.electronicAddress.scheme
    client.electronicAddress.value client.id client.kind client.legalId.scheme client.legalId.value client.name
    client.paymentTerms.days client.paymentTerms.endOfMonth client.status client.updatedAt client.version clientId
    createdAt currency id invoiceId invoiceNumber issueDate lines.gross lines.id lines.name lines.net
    lines.priceBaseQuantity lines.quantity lines.servicePeriod.end lines.servicePeriod.start lines.tax
    lines.taxCategory lines.unit lines.unitPrice number paymentMeans.code pricesIncludeTax reason
    reason.code seller seller.address.country seller.currency seller.id seller.legalId.scheme seller.legalId.value
    seller.name seller.timeZone series status taxBreakdown.category taxBreakdown.tax taxBreakdown.taxable totals
    totals.allowances totals.charges totals.due totals.gross totals.lineNet totals.net totals.rounding totals.tax
    updatedAt version`,
  payment: `allocations.amount allocations.invoiceId amount clientId createdAt currency date id kind status unallocated
    updatedAt version`,
};

/** The frozen digests of the same examples. */
const FROZEN_DIGESTS = [
  ['invoice', invoiceLife.sent, 'a713405906f4a541116a7e804ebce1f107e87f522232080308425f537364a5ba'],
  ['credit_note', exampleCreditNote, '0a7d966a5d4ae577a55f30b0abfe8b95fbd53dd8a30b0ccd37f24203bc331218'],
  ['payment', examplePayment, '2651c67c7f8224aaf94023a1e530b791730732df925840a1a5dcbea22ad67011'],
] as const;

/** A rejected invoice, with another kind of actor everywhere. */
const withActor = ({ rejection, lastTransition, ...rest }: typeof invoiceLife.rejected, kind: string) => ({
  ...rest,
  rejection: { ...rejection, actor: { kind, name: null } },
  lastTransition: { ...lastTransition, actor: { kind, name: null } },
});

const recordText = (...[resource, record]: Parameters<typeof recordTexts>): string =>
  recordTexts(resource, record).whole;

describe('the digest of a record', () => {
  it.each(DIGESTS)('of the example %s stays the same in later releases', (resource, record, digest) => {
    expect(recordDigests(resource, record).digest.toString('hex')).toBe(digest);
  });

  it('does not depend on the order of members, or on members without a value', () => {
    const entries = Object.entries(examplePayment).reverse();
    const same = Object.fromEntries(entries);
    expect(recordText('payment', same)).toBe(recordText('payment', examplePayment));
    expect(recordText('payment', { ...examplePayment, allocations: [], reference: null })).not.toContain('null');
  });

  it.each(['publicUrl', 'viewedAt', 'delivery', 'creditNoteIds', 'availableActions'])('does not cover %s', (name) => {
    expect(recordText('invoice', invoiceLife.sent)).not.toContain(`"${name}"`);
  });

  it('does not cover the parts of an actor, only the text', () => {
    const { rejected } = invoiceLife;
    const [text, other] = [rejected, withActor(rejected, 'key')].map((invoice) => recordText('invoice', invoice));
    expect(other).toBe(text);
    expect(text).toContain(`"by":"${EXAMPLE_BY.by}"`);
    const deleted = { ...examplePayment, deletedBy: EXAMPLE_BY.by };
    expect(recordText('payment', { ...deleted, deletedByActor: EXAMPLE_BY.actor })).toBe(
      recordText('payment', deleted),
    );
  });

  it('is the canonical text of RFC 8785 of the members with a value, for any values', () => {
    const filled = { b: 1e21, a: -0, '\u{1f600}': 'é\u2028\\ud800 "', '\ufb01': [null, null, [null], 0.1, true] };
    const given = { ...filled, '\ufb01': [null, {}, [[]], 0.1, true], c: { d: [], e: null }, f: undefined };
    const text = (customFields: object) => recordText('invoice', { ...invoiceLife.sent, lines: 'none', customFields });
    expect(text(given)).toContain(`"customFields":${canonicalText(filled)},`);
    for (const odd of [{ a: Number.NaN }, { a: Infinity }, { a: '\ud800' }, { '\udc00': 'a' }])
      expect(() => text(odd)).toThrow('not allowed');
  });

  it('is the same from the form that an event sends', () => {
    for (const [resource, record] of [
      ['invoice', invoiceLife.sent],
      ['payment', examplePayment],
    ] as const) {
      expect(CHAINED_VIEWS[resource]).toBe(RECORD_VIEWS[resource]);
      const sent = sentForm(`${resource}.created`, record);
      expect(digestsOfForm(resource, sent)).toEqual(recordDigests(resource, record));
    }
  });

  it('exists for a record that does not match the schema', () => {
    const seller = { name: 'Nordlicht' };
    expect(recordText('invoice', { ...invoiceLife.sent, seller })).toContain('"seller":{"name":"Nordlicht"}');
  });

  it('covers every other member with a value, at any depth', () => {
    const text = recordText('invoice', invoiceLife.sent);
    const changed = { ...invoiceLife.sent, lines: invoiceLife.sent.lines.map((line) => ({ ...line, quantity: '77' })) };
    expect(recordText('invoice', changed)).not.toBe(text);
    for (const name of ['number', 'totals', 'seller', 'client', 'version', 'updatedAt'])
      expect(text).toContain(`"${name}":`);
  });
});

describe('the frozen digest of a record', () => {
  it.each(FROZEN_DIGESTS)('of the example %s stays the same in later releases', (resource, record, digest) => {
    expect(recordDigests(resource, record).frozenDigest.toString('hex')).toBe(digest);
  });

  it.each([
    ['number', { number: 'INV-1' }],
    ['issue date', { issueDate: '2026-01-01' }],
    ['date of supply', { supplyDate: '2026-01-01' }],
    ['service period', { servicePeriod: { start: '2026-01-01', end: '2026-01-31' } }],
    ['currency', { currency: 'USD' }],
    ['seller', { seller: { ...invoiceLife.sent.seller, name: 'Another' } }],
    ['client', { client: { ...invoiceLife.sent.client, name: 'Another' } }],
    ['lines', { lines: [] }],
    ['allowances', { allowances: [{ amount: '1.00', taxCategory: 'S', taxRate: '20' }] }],
    ['charges', { charges: [{ amount: '1.00', taxCategory: 'S', taxRate: '20' }] }],
    ['totals', { totals: { ...invoiceLife.sent.totals, due: '1.00' } }],
    ['VAT groups', { taxBreakdown: [] }],
    ['bank account', { paymentMeans: { code: '30', iban: 'FR7630006000011234567890189' } }],
  ])('of an invoice covers its %s', (_, change) => {
    const { sent } = invoiceLife;
    expect(recordTexts('invoice', { ...sent, ...change }).frozen).not.toBe(recordTexts('invoice', sent).frozen);
  });

  it('does not cover what may change after issue', () => {
    const members = Object.keys(JSON.parse(recordTexts('invoice', invoiceLife.sent).frozen) as object);
    for (const name of ['dueDate', 'status', 'balance', 'amountPaid', 'amountCredited', 'amountWrittenOff', 'version'])
      expect(members).not.toContain(name);
    const changed = {
      externalId: 'x',
      privateNotes: 'x',
      customFields: { a: 'b' },
      dueDate: '2030-01-01',
      balance: '0.00',
    };
    const { frozen } = recordTexts('invoice', { ...invoiceLife.sent, ...changed });
    expect(frozen).toBe(recordTexts('invoice', invoiceLife.sent).frozen);
    const payment = { ...examplePayment, allocations: [], unallocated: '0.00', status: 'Deleted', method: 'Card' };
    expect(recordTexts('payment', payment).frozen).toBe(recordTexts('payment', examplePayment).frozen);
  });
});

/** What the spec reads of a schema of zod. */
interface Schema {
  readonly def: { readonly type: string; readonly element?: unknown; readonly innerType?: unknown };
  readonly shape?: Readonly<Record<string, unknown>>;
}

/** The members that have a value in every record, at any depth. */
function constantMembers(schema: unknown, path = ''): string[] {
  const { def, shape } = schema as Schema;
  // A member that is left out, null or an empty list changes no digest of a record without it.
  if (def.type === 'optional' || def.type === 'record') return [];
  if (def.type === 'array' || def.type === 'nullable')
    return constantMembers(def.element ?? def.innerType, path).filter((each) => each !== path);
  if (!shape) return [path];
  const members = Object.entries(shape).flatMap(([name, member]) =>
    constantMembers(member, path === '' ? name : `${path}.${name}`),
  );
  return path === '' ? members : [path, ...members];
}

const parentOf = (path: string): string => path.split('.').slice(0, -1).join('.');

/** The members of the first version, and the objects that contain them. */
const firstOf = (resource: ChainedResource): string[] => FIRST_VERSION[resource].split(/\s+/);

/** Members of the first version that later records may be without. Those that have a value keep it, so no digest changes. */
const OPTIONAL_NOW: readonly string[] = ['client.legalId.scheme', 'seller.legalId.scheme'];

describe('the versions of the digests', () => {
  it('are those of the later members, and each of these exists', () => {
    expect(DIGEST_VERSION).toBe(newestOf(LATER_MEMBERS));
    for (const { resource, path } of LATER_MEMBERS) expect(constantMembers(CHAINED_VIEWS[resource])).toContain(path);
  });

  // Otherwise every stored record would look changed: docs/adding-a-field.md says what to do.
  it.each(CHAINED_RESOURCES)('name every member of %s that was added with a value in every record', (resource) => {
    const first = firstOf(resource);
    const known = new Set(['', ...first.map(parentOf)]);
    const later = LATER_MEMBERS.filter((each) => each.resource === resource).map(({ path }) => path);
    const now = constantMembers(CHAINED_VIEWS[resource]).filter((path) => {
      const [member = '', part] = path.split('.');
      return !LEFT_OUT.has(member) && !(WITH_ACTOR.has(member) && part === 'actor');
    });
    expect(now.filter((path) => !first.includes(path) && known.has(parentOf(path)))).toEqual(later);
    expect(first.filter((path) => !now.includes(path))).toEqual(OPTIONAL_NOW.filter((path) => first.includes(path)));
  });

  it.each([
    ['a boolean', 'invoice', 'isSelfBilled', { isSelfBilled: false }],
    ['an amount of the lines', 'invoice', 'lines.weight', { lines: [{ name: 'Consulting', weight: '0.00' }] }],
    ['a member of the seller', 'credit_note', 'seller.isSmall', { seller: { name: 'Nordlicht', isSmall: false } }],
  ] as const)('let %s be added without a change of older digests', (_, resource, path, added) => {
    const before = { number: 'INV-1', lines: [{ name: 'Consulting' }], seller: { name: 'Nordlicht' } };
    const later = [{ resource, path, since: 2 }];
    const after = { ...before, ...added };
    expect(newestOf(later)).toBe(2);
    expect(recordDigests(resource, after, 1, later)).toEqual(recordDigests(resource, before, 1, []));
    const { digestVersion, digest, frozenDigest } = recordDigests(resource, after, 2, later);
    expect(digestVersion).toBe(2);
    expect(digest).not.toEqual(recordDigests(resource, before, 1, []).digest);
    const isFrozen = FROZEN[resource].includes(path.split('.')[0] ?? '');
    expect(frozenDigest.equals(recordDigests(resource, before, 1, []).frozenDigest)).toBe(!isFrozen);
  });
});

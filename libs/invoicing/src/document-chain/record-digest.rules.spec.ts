import { exampleCreditNote, examplePayment, invoiceLife } from '@billhook/contract/examples/example-records';
import { describe, expect, it } from '@jest/globals';
import { recordDigests, recordTexts } from './record-digest.rules.js';

/** The digests of the examples. A change of a digest would make every stored record look changed: keep them, unless an example changes. */
const DIGESTS = [
  ['invoice', invoiceLife.sent, '033043338a1676f236482e8b56f9628ed108045f71d43a0177575a7c09a70d24'],
  ['credit_note', exampleCreditNote, '67ec00a4c2df83a34f50a824a8b822431b99a97a2b2b06985f3273dc7853a086'],
  ['payment', examplePayment, '0b5d6a0b48fe27640ff407ba061822a41e19f7a24f5e378a2408df3560048dd3'],
] as const;

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

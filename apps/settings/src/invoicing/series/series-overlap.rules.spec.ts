import { exampleSeries } from '@billhook/contract/examples/example-answers';
import { expect, it } from '@jest/globals';
import { overlapOf } from './series-overlap.rules.js';

const series = (id: number, kind: 'Invoice' | 'Quote' | 'CreditNote', pattern: string) => ({
  ...exampleSeries,
  ...{ id, kind, pattern },
});
const invoices = series(1, 'Invoice', 'INV-{YYYY}-{#####}');

it.each<[string, ReturnType<typeof series>, string | undefined]>([
  ['a shorter counter', series(2, 'Invoice', 'INV-{YYYY}-{####}'), 'INV-2026-10001'],
  ['credit notes', series(2, 'CreditNote', 'INV-{YYYY}-{####}'), 'INV-2026-10001'],
  ['quotes, which have their own numbers', series(2, 'Quote', 'INV-{YYYY}-{####}'), undefined],
  ['another prefix', series(2, 'Invoice', 'EXP-{YYYY}-{####}'), undefined],
  ['itself', invoices, undefined],
])('a series that overlaps: %s', (_name, other, number) => {
  expect(overlapOf(invoices, [invoices, other])?.number).toBe(number);
});

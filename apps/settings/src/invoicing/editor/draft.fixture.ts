import { emptyLine, newDraft, type Draft, type DraftLine } from './draft.js';

const VAT = { taxCategory: 'S', taxRate: '20' } as const;

/** A line of 2 × 450.00 at 20 %, except for the given members. */
export const lineLike = (part: Partial<DraftLine> = {}): DraftLine => ({
  ...emptyLine(VAT),
  name: 'Consulting',
  quantity: '2',
  unitPrice: '450.00',
  ...part,
});

/** A draft that could be sent, except for the given members. */
export const draftLike = (part: Partial<Draft> = {}): Draft => ({
  ...newDraft({ clientId: 7, currency: 'EUR', issueDate: '2026-11-21', usualVat: VAT }),
  lines: [lineLike()],
  ...part,
});

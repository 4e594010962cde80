import { describe, expect, it } from '@jest/globals';
import { reduceDraft } from './draft-reducer.js';
import { draftLike, lineLike } from './draft.fixture.js';

const [a, b, c] = [lineLike({ name: 'a' }), lineLike({ name: 'b', taxRate: '5.5' }), lineLike({ name: 'c' })];
const draft = draftLike({ lines: [a, b, c] });
const names = (after: typeof draft) => after.lines.map(({ name }) => name);

describe('editing lines', () => {
  it('adds a line below, with the VAT of the line above', () => {
    const after = reduceDraft(draft, { type: 'addLine', after: b.key });
    expect(names(after)).toEqual(['a', 'b', '', 'c']);
    expect(after.lines[2]).toMatchObject({ taxRate: '5.5', quantity: '1' });
    expect(names(reduceDraft(draft, { type: 'addLine' }))).toEqual(['a', 'b', 'c', '']);
  });

  it('duplicates with a new key, and removes', () => {
    const after = reduceDraft(draft, { type: 'duplicateLine', key: a.key });
    expect(names(after)).toEqual(['a', 'a', 'b', 'c']);
    expect(new Set(after.lines.map(({ key }) => key)).size).toBe(4);
    expect(names(reduceDraft(draft, { type: 'removeLine', key: b.key }))).toEqual(['a', 'c']);
  });

  it('moves a line, but not beyond the first and the last place', () => {
    expect(names(reduceDraft(draft, { type: 'moveLine', key: b.key, by: -1 }))).toEqual(['b', 'a', 'c']);
    expect(names(reduceDraft(draft, { type: 'moveLine', key: b.key, by: 1 }))).toEqual(['a', 'c', 'b']);
    expect(reduceDraft(draft, { type: 'moveLine', key: a.key, by: -1 })).toBe(draft);
    expect(reduceDraft(draft, { type: 'moveLine', key: c.key, by: 1 })).toBe(draft);
  });

  it('sets the rate of a category, and clears a reason that it does not allow', () => {
    const to = (taxCategory: 'E' | 'O' | 'S', line = a) =>
      reduceDraft(draftLike({ lines: [line] }), { type: 'setLine', key: line.key, patch: { taxCategory } }).lines[0];
    expect(to('E')).toMatchObject({ taxCategory: 'E', taxRate: '0' });
    expect(to('O')).toMatchObject({ taxCategory: 'O', taxRate: '' });
    expect(to('S', lineLike({ taxCategory: 'E', taxRate: '0', exemptionReason: 'x' }))).toMatchObject({
      taxRate: '',
      exemptionReason: '',
    });
    expect(to('S')).toMatchObject({ taxRate: '20' });
  });
});

it.each<[string, Parameters<typeof reduceDraft>[1]]>([
  ['a field', { type: 'set', patch: { terms: draft.terms, clientId: draft.clientId } }],
  ['a line', { type: 'setLine', key: a.key, patch: { name: 'a', unitPrice: a.unitPrice } }],
  ['the category of a line', { type: 'setLine', key: a.key, patch: { taxCategory: a.taxCategory } }],
  ['an unknown line', { type: 'setLine', key: 'gone', patch: { name: 'x' } }],
  ['an unknown note', { type: 'setNote', key: 'gone', text: 'x' }],
  ['an unknown adjustment', { type: 'setAdjustment', key: 'gone', patch: { worth: '5' } }],
])('%s with its own value leaves the draft as it is, so it is not unsaved', (_, action) => {
  expect(reduceDraft(draft, action)).toBe(draft);
});

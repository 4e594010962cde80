import { inCell } from '@billhook/db/current-cell';
import { describe, expect, it } from '@jest/globals';
import { cellOfLink, LINK_TOKEN, newLinkToken } from './link-token.js';

const letters = 'aB3'.repeat(11).slice(0, 32);

describe('the token of a link', () => {
  it.each([
    [undefined, 32],
    [1, 32],
    [2, 33],
    [10, 34],
    [8192, 36],
  ])('of cell %s has %s characters, and leads back to it', (cell, length) => {
    const token = inCell(cell, newLinkToken);
    expect(token).toHaveLength(length);
    expect(token).toMatch(new RegExp(`^${LINK_TOKEN}$`));
    expect(cellOfLink(token)).toBe(cell ?? 1);
    expect(cellOfLink(`${token}/invoices/7`)).toBe(cell ?? 1);
  });

  it.each(['', letters, `${letters}1`, `${letters}02`, `${letters}x`, `${letters}99999`, `${letters.slice(1)}2`])(
    'is looked up in the first cell: %s',
    (text) => {
      expect(cellOfLink(text)).toBe(1);
    },
  );
});

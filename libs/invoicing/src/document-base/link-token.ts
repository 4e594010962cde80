import { currentCell } from '@billhook/db/current-cell';
import { randomText } from '@billhook/platform/ids';

/** Random letters and digits of a link, which have 190 bits. */
const LETTERS = 32;

/** The number of a cell follows the letters. Without one, the link is of the first cell, as all links were before there were others. */
const CELL = `(?:[2-9]|[1-9][0-9]{1,3})?`;

/** The token of a link, as a part of a regular expression. */
export const LINK_TOKEN = `[0-9A-Za-z]{${LETTERS}}${CELL}`;

const TOKEN = new RegExp(`^${LINK_TOKEN}(?=/|$)`);

/** A token for a link that is stored in the current cell, and is looked up there. */
export function newLinkToken(): string {
  const cell = currentCell() ?? 1;
  return randomText(LETTERS) + (cell === 1 ? '' : String(cell));
}

/** The cell of a link, by its token or by an address that begins with it. 1 for what is no token, so that it takes as long. */
export const cellOfLink = (token: string): number => (TOKEN.test(token) ? Number(digitsOf(token)) || 1 : 1);

const digitsOf = (token: string): string => /^\d*/.exec(token.slice(LETTERS))?.[0] ?? '';

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/root.mjs';
import { Fault } from '../../tools/lib/say.mjs';

const FILE = join(root, 'docs/beyond-one-machine.md');

/**
 * Replaces what is between the markers of a document.
 * @param command that measures the block alone, such as `cells --only moves`
 * @throws a Fault without them
 */
export function withBlock(document, command, text) {
  const [START, END] = ['start', 'end'].map((edge) => `<!-- npm run lab -- ${command}: ${edge} -->`);
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start < 0 || end < start) throw new Fault(`The lines ${START} and ${END} are missing in ${FILE}.`);
  return `${document.slice(0, start + START.length)}\n\n${text.trim()}\n\n${document.slice(end)}`;
}

export const record = (command, text) => writeFileSync(FILE, withBlock(readFileSync(FILE, 'utf8'), command, text));

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/root.mjs';
import { Fault } from '../../tools/lib/say.mjs';

const FILE = join(root, 'docs/beyond-one-machine.md');

const [START, END] = ['<!-- npm run lab -- cells: start -->', '<!-- npm run lab -- cells: end -->'];

/** Replaces what is between the markers of a document. @throws a Fault without them */
export function withBlock(document, text) {
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start < 0 || end < start) throw new Fault(`The lines ${START} and ${END} are missing in ${FILE}.`);
  return `${document.slice(0, start + START.length)}\n\n${text.trim()}\n\n${document.slice(end)}`;
}

export const record = (text) => writeFileSync(FILE, withBlock(readFileSync(FILE, 'utf8'), text));

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/lib/root.mjs';
import { fail, Fault } from '../tools/lib/say.mjs';

/* `npm run lab -- cells --quick`: runs a laboratory by its name, with its options. */

const OWN = 'lab';

async function main() {
  const names = readdirSync(join(root, 'lab'))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => name.slice(0, -'.mjs'.length))
    .filter((name) => name !== OWN);
  // A laboratory reads its options from the third word on.
  const [name] = process.argv.splice(2, 1);
  if (!names.includes(name)) throw new Fault(`Write the name of a laboratory: ${names.join(', ')}.`);
  await import(`./${name}.mjs`);
}

main().catch(fail);

import { createHash } from 'node:crypto';
import { renderPdf } from '../src/render-pdf.js';
import { exampleSources, sharedGlyphSources } from './samples.js';

/** Prints the digest of every example in the requested order. The spec runs it as a separate process. */
const sources = { ...exampleSources(), ...sharedGlyphSources() };
const names = process.argv[2] === 'backwards' ? Object.keys(sources).reverse() : Object.keys(sources);
const digests: Record<string, string> = {};
for (const name of names) {
  const source = sources[name];
  if (source)
    digests[name] = createHash('sha256')
      .update(await renderPdf(source))
      .digest('hex');
}
process.stdout.write(JSON.stringify(digests));

import { existsSync, readFileSync } from 'node:fs';
import { BASE } from './navigation.js';

const PATH = /^images\/[\w-]+\.png$/;

/** The folder of the guides, from the sources and from the build. */
const GUIDES = ['../../guides/', '../../guides/'].map((path) => new URL(path, import.meta.url)).find(existsSync);

/** The attributes of a picture of the guides, which is loaded when it comes into view. Undefined for any other address. */
export function guideImage(source: string): Readonly<Record<string, string>> | undefined {
  if (!PATH.test(source) || !GUIDES) return undefined;
  // In the header of a PNG, the size follows the signature and the length and name of the first chunk.
  const size = readFileSync(new URL(source, GUIDES)).subarray(16, 24);
  return {
    src: BASE + source,
    width: String(size.readUInt32BE(0)),
    height: String(size.readUInt32BE(4)),
    loading: 'lazy',
  };
}

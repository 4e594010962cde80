import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { texts } from './later-texts.en.js';

const source = fileURLToPath(new URL('../../', import.meta.url));
const LATER = Object.keys(texts);

interface SourceFile {
  /** Relative imports that are not in `withLaterTexts(...)`, including imports of types. */
  readonly imports: readonly string[];
  /** Namespaces that only a page which waits for them may show. */
  readonly later: readonly string[];
}

function read(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const waiting = text.replaceAll(/withLaterTexts\(\s*import\('[^']+'\),?\s*\)/g, '');
  const imports = [...waiting.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g)].flatMap(([, name = '']) =>
    ['.ts', '.tsx'].map((extension) => join(dirname(path), name + extension)).filter((file) => existsSync(file)),
  );
  const shown = [...text.matchAll(/useTexts\('(\w+)'\)/g)].map(([, namespace = '']) => namespace);
  return { imports, later: shown.filter((namespace) => LATER.includes(namespace)) };
}

describe('texts that the first load leaves out', () => {
  it('are shown only by what waits for them', () => {
    const seen = new Map<string, SourceFile>();
    const open = [join(source, 'main.tsx')];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      const file = read(path);
      seen.set(path, file);
      open.push(...file.imports);
    }
    expect(seen.size).toBeGreaterThan(200);
    const early = [...seen].flatMap(([path, { later }]) =>
      later.map((namespace) => `${path.slice(source.length)}: ${namespace}`),
    );
    expect(early).toEqual([]);
  });
});

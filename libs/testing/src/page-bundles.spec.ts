import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CONFIGS = ['apps/settings/vite.config.ts', 'apps/portal/vite.config.ts', 'tools/page-config.ts'];

/** The patterns that a pattern with alternatives stands for. */
function alternatives(pattern: string): string[] {
  const group = /\(([^()]*\|[^()]*)\)/.exec(pattern);
  if (!group) return pattern.split('|');
  const [text, inner = ''] = group;
  return inner.split('|').flatMap((each) => alternatives(pattern.replace(text, each)));
}

describe('the bundles of the pages', () => {
  const sources = globSync('{apps,libs}/*/src/**/*.{ts,tsx}', { cwd: ROOT });
  const patterns = CONFIGS.flatMap((config) =>
    [...readFileSync(ROOT + config, 'utf8').matchAll(/ test: \/(.+)\/ \}/g)].map(([, pattern = '']) => pattern),
  );
  /** Of packages, and what a pattern excludes. */
  const isOurs = (pattern: string): boolean => !pattern.startsWith('@');
  const included = (pattern: string): string => pattern.replaceAll(/\(\?![^()]*\)/g, '');

  it('have patterns', () => {
    expect(patterns.length).toBeGreaterThan(6);
  });

  it('each contain a file for every alternative of their pattern: a moved file would be loaded with every page', () => {
    const empty = patterns
      .filter(isOurs)
      .map(included)
      .flatMap(alternatives)
      .filter((pattern) => !sources.some((file) => new RegExp(pattern).test(file)));
    expect(empty).toEqual([]);
  });
});

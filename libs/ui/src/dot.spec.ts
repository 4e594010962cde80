import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { DOT, withDots } from './dot.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SCREENS = '{apps/{settings,portal,public},libs/{ui,webhook-screens}}/src/**/*.{ts,tsx}';

/** Titles of browser tabs have one line. */
const TITLE = /document\.title = |^ {2}(if \(!\('kind' in document\)\) )?return `.* · \$\{/;

describe('the dot between the parts of a line', () => {
  it('has the same spaces everywhere in the screens', () => {
    const lines = globSync(SCREENS, { cwd: ROOT })
      .filter((file) => !/(\/dot|\.spec)\.tsx?$/.test(file))
      .flatMap((file) => readFileSync(ROOT + file, 'utf8').split('\n'));
    expect(lines.length).toBeGreaterThan(40_000);
    const other = lines.filter(
      (line) => /[ \u00a0]·|·[ \u00a0]/.test(line) && !TITLE.test(line) && !/^\s*(\*|\/\*\*|\/\/)/.test(line),
    );
    expect(other).toEqual([]);
  });

  it('is in a text that someone has typed as well', () => {
    expect(withDots('Montmartre · Les Abbesses')).toBe(`Montmartre${DOT}Les Abbesses`);
    expect(withDots('a·b, 2 ·3')).toBe('a·b, 2 ·3');
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The texts in backticks. */
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, each = '']) => each);

const rows = read('docs/upgrade-checks.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| package'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', used = '', file = '', spec = '']) => ({
    name,
    used: quoted(used),
    file: quoted(file)[0] ?? '',
    spec,
  }));

/** Signs of a use that a package does not document. */
const SIGNS = [
  /\b_zod\b/,
  /\bunstable_/,
  /from '(?!\.|@billhook\/)(?:@[^/']+\/)?[^/']+\/(?:lib|dist|src|internal|constants)[/.]/,
  /\.prototype, \{|\.prototype\.\w+ = |\.prototype\.\w+\.call\(/,
];

const programs = execFileSync(
  'git',
  ['ls-files', 'apps/*.ts', 'apps/*.tsx', 'libs/*.ts', 'libs/*.tsx', 'tools/*.mjs', 'tools/*.ts'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(
    (file) => file !== '' && existsSync(join(ROOT, file)) && !/\.spec\.tsx?$|\/(test|generated|testing)\//.test(file),
  );

describe('docs/upgrade-checks.md', () => {
  it.each(rows.map((row) => [row.name, row.used.join(', '), row] as const))(
    '%s, %s: names what is there',
    (...[, , row]) => {
      expect(row.used.length).toBeGreaterThan(0);
      const source = read(row.file);
      // One of the texts may say which class it concerns.
      expect(row.used.filter((text) => source.includes(text))).not.toEqual([]);
      if (!row.spec.startsWith('every spec')) expect(existsSync(join(ROOT, quoted(row.spec)[0] ?? 'none'))).toBe(true);
    },
  );

  it('has a row for each file with a sign of such a use', () => {
    expect(programs.length).toBeGreaterThan(1_000);
    const listed = new Set(rows.map(({ file }) => file));
    const found = programs.filter((file) => !listed.has(file) && SIGNS.some((sign) => sign.test(read(file))));
    expect(found).toEqual([]);
  });

  it.each([
    'const { def } = schema._zod;',
    'runtime.unstable_importModule = load;',
    "import { Provider } from 'oidc-provider/lib/provider.js';",
    "import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';",
    'Object.assign(Token.prototype, { id: 1 });',
    'Client.prototype.compare = own;',
  ])('would notice %s', (line) => {
    expect(SIGNS.some((sign) => sign.test(line))).toBe(true);
  });
});

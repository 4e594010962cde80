import { describe, expect, it } from '@jest/globals';

interface Results {
  readonly testResults: readonly { readonly assertionResults: readonly { fullName: string; status: string }[] }[];
}

interface TestReport {
  readonly lines: readonly string[];
  readonly unexplained: readonly string[];
}

type CheckReporter = (checks: readonly { name: string; ok: boolean }[]) => string;
type Reporter = (servers: { ran: object; without: object }, results: Results) => TestReport;

// A tool is JavaScript, without types.
const { testReport, checkReport } = (await import(
  new URL('../../../../tools/lib/test-report.mjs', import.meta.url).href
)) as { testReport: Reporter; checkReport: CheckReporter };

const results = (...tests: readonly (readonly [status: string, fullName: string])[]): Results => ({
  testResults: [{ assertionResults: tests.map(([status, fullName]) => ({ status, fullName })) }],
});

const SERVERS = { ran: { Node: '26.10.0', PostgreSQL: '18.4', Redis: '7.0.15' }, without: {} };

describe('the last lines of a run', () => {
  it('name the real servers with their versions', () => {
    expect(testReport(SERVERS, results(['passed', 'a [note] test']))).toEqual({
      lines: ['Ran with Node 26.10.0, PostgreSQL 18.4, Redis 7.0.15.'],
      unexplained: [],
    });
  });

  it('name what was not run, and why', () => {
    const servers = { ...SERVERS, without: { Go: 'snippets in Go' } };
    const { lines, unexplained } = testReport(
      servers,
      results(
        ['pending', 'the receiver in Go [Go is not installed] accepts a message'],
        ['pending', 'a kill [npm run test:full]'],
        ['pending', 'a cut [npm run test:full] of the network'],
      ),
    );
    expect(lines.slice(1)).toEqual([
      'Not run: snippets in Go (Go is not installed).',
      'Not run: 2 tests (npm run test:full).',
    ]);
    expect(unexplained).toEqual([]);
  });

  it('name a test that is skipped without a reason, which fails the run', () => {
    const { lines, unexplained } = testReport(SERVERS, results(['pending', 'a list[0]'], ['todo', 'more']));
    expect(lines.slice(1)).toEqual(['Skipped without a reason: a list[0].', 'Skipped without a reason: more.']);
    expect(unexplained).toEqual(['a list[0]', 'more']);
  });
});

describe('the last line of npm run check', () => {
  it.each([
    ['that did not begin', [], 'No check has run.'],
    ['that passed', ['build', 'types'], 'All 2 checks passed.'],
    ['that failed', ['build', '-types', '-lint'], '2 of 3 checks failed: types, lint.'],
  ])('of a run %s', (_, names, line) => {
    const checks = names.map((name) => ({ name: name.replace('-', ''), ok: !name.startsWith('-') }));
    expect(checkReport(checks)).toBe(line);
  });
});

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { banner } from '../../../tools/lib/banner.ts';
import { isAllowed } from '../../../tools/lib/licences.ts';
import { checkPort } from '../../../tools/lib/port.ts';
import { Fault } from '../../../tools/lib/say.mjs';
import { specFiles, unmatchedPatterns } from '../../../tools/lib/spec-files.ts';

describe('the licence of a package', () => {
  it.each([
    ['MIT', true],
    ['OFL-1.1', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND Apache-2.0', true],
    ['GPL-3.0-only OR MIT AND ISC', true],
    ['GPL-3.0-only', false],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only OR MIT AND LGPL-3.0-only', false],
    ['mit', false],
    ['', false],
  ])('%s: allowed %s', (expression, expected) => expect(isAllowed(expression)).toBe(expected));
});

describe('the summary of a start', () => {
  const ADA = { email: 'ada@example.com', password: 'example', role: 'Owner', company: 'Ada' };
  const START = { baseUrl: 'http://localhost:3000', allowsLocalReceivers: true, database: 'postgresql://db/billhook' };
  const INCOMPLETE = /The demo data is incomplete/;
  const NONE = /no demo accounts of this folder/;
  const SIGN_IN = /Sign in as\n {2}ada@example\.com {2}example {2}Owner {2}Ada\n/;

  it.each([
    ['ready', { state: 'ready', members: [ADA] }, [SIGN_IN]],
    ['incomplete', { state: 'incomplete', members: [ADA] }, [SIGN_IN, INCOMPLETE]],
    ['of another program', { members: [] }, [NONE]],
    ['in production', { state: 'production', members: [] }, []],
  ] as const)('on a database that is %s', (_, demo, expected) => {
    const text = banner({ ...START, demo });
    const found = [SIGN_IN, INCOMPLETE, NONE].filter((pattern) => pattern.test(text));
    expect(found).toEqual(expected);
  });

  it('on a database without a company, repeats the link that sets it up', () => {
    const demo = { state: 'production', members: [] } as const;
    const setUpLink = 'http://localhost:3000/settings/set-up#token';
    const text = banner({ ...START, demo, setUpLink });
    expect(text).toContain(`\n  ${setUpLink}\n`);
    expect(text).toContain('npm run admin -- set-up-link');
    expect(banner({ ...START, demo })).not.toContain('set-up');
  });

  it('names the demo receiver only where it may be called', () => {
    const demo = { state: 'ready', members: [ADA], receiverUrl: 'http://127.0.0.1:4010/' } as const;
    expect(banner({ ...START, demo })).toContain(demo.receiverUrl);
    expect(banner({ ...START, demo, allowsLocalReceivers: false })).not.toContain(demo.receiverUrl);
  });
});

describe('a pattern of npm test', () => {
  const FILES = ['apps/api/test/invoicing/invoices.e2e-spec.ts', 'libs/domain/src/invoicing/invoice.spec.ts'];

  it.each([
    [['invoices'], []],
    [['Invoices', './libs/domain', 'invoic.*e2e'], []],
    [['invoices', 'invoces'], ['invoces']],
    [
      ['quotes', 'clients'],
      ['quotes', 'clients'],
    ],
    [['invoice', '-t', 'a name'], []],
    [['quote', '--verbose'], ['quote']],
    [['invoice('], ['invoice(']],
  ])('%j: without a file: %j', (words, expected) => expect(unmatchedPatterns(words, FILES)).toEqual(expected));

  it('is compared with the spec files of each kind', () => {
    const files = specFiles();
    expect(files).toContain('libs/testing/src/tools.spec.ts');
    expect(files).toContain('apps/api/test/installation/doctor.e2e-spec.ts');
    expect(files).toContain('apps/api/test/request/screens.browser-spec.ts');
    expect(files.filter((file) => !file.endsWith('spec.ts'))).toEqual([]);
  });
});

describe('the port of a start', () => {
  it.each(['127.0.0.1', '::1'])('that a program on %s uses is refused, with one that is free', async (address) => {
    const server = createServer();
    await once(server.listen(0, address), 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const refusal: unknown = await checkPort('127.0.0.1', port).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Fault);
      const [, other] =
        /^Port \d+ is already in use\. Start with PORT=(\d+) npm start\.$/.exec(String((refusal as Error).message)) ??
        [];
      expect(Number(other)).toBeGreaterThan(port);
    } finally {
      server.close();
    }
  });

  it.each([Number.NaN, 0, 65_536, 80.5])('%p is left to the check of the settings', async (port) => {
    await expect(checkPort('127.0.0.1', port)).resolves.toBeUndefined();
  });
});

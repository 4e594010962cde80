import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Writable, Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { parseCall } from './arguments.js';
import { describeError, withoutSecrets } from './cli-error.js';
import { COMMANDS } from './command-table.js';
import { normalizeUrl } from './connection.js';
import { withReference } from './help.js';
import { receiverUrl } from './local-receiver.js';
import { nearest } from './nearest-word.js';
import { proxyFor, proxySettings, useProxies } from './proxy-settings.js';
import { recordTable } from './record-table.js';
import { run } from './run.js';

const GUIDE = new URL('../../../../apps/docs/guides/command-line.md', import.meta.url);

async function printed(...argv: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const output = new Writable({ write: (chunk: Buffer, _, done) => ((text += chunk.toString()), done()) });
  const terminal = { env: {}, stdin: Readable.from([]), stdout: output, stderr: output };
  const code = await run(argv, { ...terminal, signal: new AbortController().signal });
  return { code, text };
}

describe('the table of commands', () => {
  it('is the reference of the guide: `npm run sdk` writes it', async () => {
    const guide = await readFile(GUIDE, 'utf8');
    expect(withReference(guide)).toBe(guide);
  });

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    '%s: help with an example, and code',
    async (name, command) => {
      const { code, text } = await printed(...name.split(' '), '--help');
      expect([code, text]).toEqual([0, expect.stringContaining(`  ${command.examples[0]}`)]);
      expect(typeof (await command.load())).toBe('function');
    },
  );

  it('completes commands, options and values in bash', async () => {
    const { text } = await printed('completion', 'bash');
    const complete = (...words: string[]): string[] => {
      const script = `${text}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _billhook; echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', script]).toString().trim().split(' ');
    };
    expect(complete('billhook', 'li')).toEqual(['listen']);
    expect(complete('billhook', 'events', 're')).toEqual(['resend']);
    expect(complete('billhook', 'listen', '--forw')).toEqual(['--forward-to']);
    expect(complete('billhook', 'trigger', 'invoice.pai')).toEqual(['invoice.paid']);
    expect(complete('billhook', 'listen', '--events', 'payment.c')).toEqual(['payment.created']);
  });

  it('prints an overview, the version, and the completion of other shells', async () => {
    expect(await printed()).toMatchObject({ code: 2, text: expect.stringContaining('Usage: billhook <command>') });
    expect(await printed('--version')).toMatchObject({ code: 0, text: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect((await printed('completion', 'zsh')).text).toContain('#compdef billhook');
    expect((await printed('completion', 'fish')).text).toContain("-l forward-to -r -d 'where your receiver listens");
  });
});

describe('a call', () => {
  it('takes options before and after its name, repeated ones, and values with an equals sign', () => {
    const { command, args, options } = parseCall([
      '--profile',
      'demo',
      'api',
      'POST',
      '/v1/x',
      '-H',
      'a: 1',
      '-H',
      'b: 2',
      '-d={}',
    ]);
    expect([command?.name, args, options.text('profile')]).toEqual(['api', ['POST', '/v1/x'], 'demo']);
    expect(options.all('header')).toEqual(['a: 1', 'b: 2']);
    expect(parseCall(['help', 'listen']).options.has('help')).toBe(true);
  });

  it.each([
    ['lisen', 'listen'],
    ['whoani', 'whoami'],
    ['something', undefined],
  ])('%s is nearest to %s', (word, expected) => {
    expect(nearest(word, ['listen', 'login', 'whoami'])).toBe(expected);
  });

  it.each([
    ['4000', 'http://localhost:4000/'],
    ['4000/hooks', 'http://localhost:4000/hooks'],
    ['localhost:4000/hooks', 'http://localhost:4000/hooks'],
    ['https://localhost:4000', 'https://localhost:4000/'],
    ['HTTP://localhost:4000', 'http://localhost:4000/'],
  ])('the receiver %s is %s', (given, expected) => {
    expect(receiverUrl(given)).toBe(expected);
  });

  it.each([
    ['billing.example.com/', 'https://billing.example.com'],
    ['localhost:3000', 'http://localhost:3000'],
    ['HTTPS://billing.example.com', 'https://billing.example.com'],
    ['http://localhost:3000/billhook/', 'http://localhost:3000/billhook'],
  ])('the installation %s is %s', (given, expected) => {
    expect(normalizeUrl(given)).toBe(expected);
  });
});

describe('the proxies of the environment', () => {
  const HTTPS_PROXY = 'http://proxy.example:3128';
  const inside = (NO_PROXY: string, ...urls: string[]) =>
    proxySettings({ HTTPS_PROXY, NO_PROXY }, urls)?.no_proxy.split(',').slice(4);

  it('are read in small letters first, without those of this machine', () => {
    expect(proxySettings({ NO_PROXY: '*' }, [])).toBeUndefined();
    expect(proxySettings({ HTTPS_PROXY, https_proxy: 'http://b:1', ALL_PROXY: 'http://c:1' }, [])).toEqual({
      http_proxy: 'http://c:1',
      https_proxy: 'http://b:1',
      no_proxy: 'localhost,127.0.0.1,::1,[::1]',
    });
  });

  it('leave out addresses of a network, and keep entries that are none', () => {
    const entries = '10.0.0.0/8,fd00::/8 [::1],.example.com,fd00::/999,x/8';
    const kept = ['10.0.0.0/8', 'fd00::/8', '[::1]', '.example.com', 'fd00::/999', 'x/8'];
    expect(inside(entries, 'http://10.1.2.3:3000', 'https://[fd12::1]/', 'https://11.1.1.1', 'whoami')).toEqual([
      ...kept,
      '10.1.2.3',
      '[fd12::1]',
    ]);
  });
});

describe('the proxy on the way to an installation', () => {
  const env = {
    HTTPS_PROXY: 'http://name:secret@proxy.example:3128',
    NO_PROXY: '.example.com,api.test:8443,10.0.0.0/8',
  };

  it.each([
    ['https://billing.example.org', 'http://proxy.example:3128'],
    ['https://example.com.test', 'http://proxy.example:3128'],
    ['https://api.test', 'http://proxy.example:3128'],
    ['https://billing.example.com', undefined],
    ['https://api.test:8443', undefined],
    ['https://10.1.2.3', undefined],
    ['http://billing.example.org', undefined],
    ['https://localhost:3000', undefined],
  ])('%s: %s', (url, proxy) => {
    expect(proxyFor(env, url)).toEqual(proxy === undefined ? {} : { proxy });
  });

  it.each([
    'http://name:sec#ret@proxy.example:3128',
    'http://na%me:secret@proxy.example:3128',
    'proxy.example:3128',
    'socks5://name:secret@proxy.example',
    'proxy',
  ])('is named without its value if it is %s', (given) => {
    const fault = 'HTTPS_PROXY is not a URL such as http://proxy.example:3128.';
    expect(proxyFor({ https_proxy: given }, 'https://billing.example.org')).toEqual({ fault });
    expect(useProxies({ HTTPS_PROXY: given }, [])).toBe(`The proxies of the environment are ignored: ${fault}`);
    expect(proxyFor({ ALL_PROXY: given }, 'http://billing.example.org')).toEqual({
      fault: fault.replace('HTTPS', 'ALL'),
    });
  });
});

it.each([
  ['all addresses', ['endpointUrl', 'id'], ['https://a.example', 'https://b.example']],
  ['one address', ['endpointUrl', 'id', 'endpointId'], ['https://a.example', undefined]],
  ['no address', ['id', 'endpointId'], [undefined, undefined]],
])('a table of records with %s of their endpoints', (_, titles, urls) => {
  const records = urls.map((endpointUrl, n) => ({ endpointUrl, id: n, endpointId: n + 7 }));
  expect(recordTable('events list-messages', records).titles).toEqual(titles);
});

describe('an error', () => {
  it('shows no secret, and no stack trace', () => {
    const key = `bhk_${'a'.repeat(46)}`;
    expect(withoutSecrets(`key ${key}, whsec_${'b'.repeat(32)}=`)).toBe('key bhk_aaaaaaaa…, whsec_…');
    expect(describeError(new TypeError(`no ${key}`))).toEqual({
      exit: 'failed',
      code: 'failed',
      message: 'no bhk_aaaaaaaa…',
    });
  });
});

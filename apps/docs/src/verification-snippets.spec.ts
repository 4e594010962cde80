import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  SNIPPET_LANGUAGES,
  SNIPPET_PATH,
  SNIPPET_VARIABLES,
  VERIFICATION_SNIPPETS,
} from '@billhook/contract/webhooks/verification-snippets';
import { freePort } from '@billhook/testing/free-port';
import { isInstalled, type ProgramName } from '@billhook/testing/installed-programs';
import { eventually } from '@billhook/testing/patience';
import { inFullRun, withProgram } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { NOT_VISIBLE, notPassed } from '../../../libs/sdk/test/certified.js';
import { INPUT, LINES, lineOf, RUNNERS, withoutTypes, type Case, type Runner } from '../test/snippet-runners.js';
import { snippetFile } from './pages/verification.js';

/*
 * The guide and the portal promise that their programs verify Billhook's signatures. Each runs against messages that the public library
 * signed.
 */

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLD_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const BODY =
  '{"id":"msg_1","type":"invoice.paid","createdAt":"2026-11-21T09:30:00.000Z","data":{"id":42,"name":"Café ✓"}}';
const OTHER_BODY = BODY.replace('42', '43');

/** @param to the present: signatures of one message need the same second */
function signed(secret: string, secondsAgo = 0, to = Date.now()): Record<string, string> {
  const at = new Date(to - secondsAgo * 1000);
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, BODY),
  };
}

function cases(): Case[] {
  const present = Date.now();
  const now = signed(SECRET, 0, present);
  const both = {
    ...now,
    'webhook-signature': `v2,xyz ${now['webhook-signature']} ${signed(OLD_SECRET, 0, present)['webhook-signature']}`,
  };
  const base = { secret: SECRET, headers: now, body: BODY };
  return [
    { ...base, name: 'as sent', genuine: true },
    { ...base, name: 'in a rotation, new secret', genuine: true, headers: both },
    { ...base, name: 'in a rotation, old secret', genuine: true, headers: both, secret: OLD_SECRET },
    { ...base, name: 'another body', genuine: false, body: OTHER_BODY },
    { ...base, name: 'another secret', genuine: false, secret: OLD_SECRET },
    { ...base, name: 'ten minutes old', genuine: false, headers: signed(SECRET, 600) },
    { ...base, name: 'another id', genuine: false, headers: { ...now, 'webhook-id': 'msg_2' } },
    { ...base, name: 'another version', genuine: false, headers: { ...now, 'webhook-signature': 'v2,' } },
    { ...base, name: 'no headers', genuine: false, headers: {} },
  ];
}

/** A key pair: the public key as the endpoint's owner receives it, and the private key. */
function pair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { secret: `whpk_${bytes.toString('base64')}`, privateKey };
}

/** The same cases for a public key. Messages of another endpoint or with another signature scheme must fail. */
function casesOfPairs(): Case[] {
  const [own, other] = [pair(), pair()];
  const of = ({ privateKey }: typeof own, secondsAgo = 0, version = 'v1a') => {
    const headers = signed(SECRET, secondsAgo);
    const value = sign(null, Buffer.from(`msg_1.${headers['webhook-timestamp']}.${BODY}`), privateKey);
    return { ...headers, 'webhook-signature': `${version},${value.toString('base64')}` };
  };
  const now = of(own);
  const both = {
    ...now,
    'webhook-signature': `${signed(SECRET)['webhook-signature']} ${of(other)['webhook-signature']} ${now['webhook-signature']}`,
  };
  const base = { secret: own.secret, headers: now, body: BODY };
  return [
    { ...base, name: 'as sent', genuine: true },
    { ...base, name: 'in a change of scheme', genuine: true, headers: both },
    { ...base, name: 'another body', genuine: false, body: OTHER_BODY },
    { ...base, name: 'another key', genuine: false, secret: other.secret },
    { ...base, name: 'ten minutes old', genuine: false, headers: of(own, 600) },
    { ...base, name: 'another id', genuine: false, headers: { ...now, 'webhook-id': 'msg_2' } },
    { ...base, name: 'named another version', genuine: false, headers: of(own, 0, 'v1') },
    { ...base, name: 'no signature', genuine: false, headers: { ...now, 'webhook-signature': 'v1a,' } },
    { ...base, name: 'no headers', genuine: false, headers: {} },
  ];
}

/** With an empty cache Go compiles its standard library, so `npm test` omits compiled languages. */
function testOf({ needs, build }: Pick<Runner, 'needs' | 'build'>) {
  if (needs && !isInstalled(needs)) return withProgram(needs, it);
  return build ? inFullRun(it) : it;
}

/** Runs a program in the folder and returns its output. */
function run([program = '', ...args]: readonly string[]): string {
  const { error, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  expect([error, stderr]).toEqual([undefined, '']);
  return stdout;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billhook-docs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the verification block in', () => {
  for (const runner of RUNNERS) {
    const { language, file, scheme, build, command, harness } = runner;
    testOf(runner)(`${language} accepts only genuine messages`, async () => {
      const source = snippetFile(file);
      for (const [name, make] of Object.entries(harness)) await writeFile(join(folder, name), await make(source));
      if (build) run(build);
      const messages = scheme === 'v1a' ? casesOfPairs() : cases();
      await writeFile(join(folder, INPUT), JSON.stringify(messages));
      await writeFile(join(folder, LINES), messages.map(lineOf).join('\n'));
      const stdout = run(command);
      const printed = JSON.parse(stdout) as string[];
      const expected = messages.map(({ name, genuine }) => [name, genuine ? 'msg_1' : 'refused']);
      expect(messages.map(({ name }, index) => [name, printed[index]])).toEqual(expected);
    });
  }
});

interface ReceiverProgram {
  readonly language: string;
  readonly needs?: ProgramName;
  readonly files: readonly string[];
  readonly build?: readonly string[];
  readonly command: readonly string[];
}

const RECEIVERS: readonly ReceiverProgram[] = [
  {
    language: 'TypeScript',
    files: ['verify.ts', 'receiver.ts'],
    command: ['node', 'receiver.js'],
  },
  {
    language: 'Python',
    needs: 'Python',
    files: ['verify.py', 'receiver.py'],
    command: ['python3', 'receiver.py'],
  },
  {
    language: 'Go',
    needs: 'Go',
    files: ['verify.go', 'receiver.go'],
    build: ['go', 'build', '-tags=netgo,osusergo', '-gcflags=all=-N -l', '-o', 'receiver', 'verify.go', 'receiver.go'],
    command: ['./receiver'],
  },
  {
    language: 'PHP',
    needs: 'PHP',
    files: ['verify.php', 'receiver.php'],
    command: ['php', '-S', 'localhost:4000', 'receiver.php'],
  },
  {
    language: 'Java',
    needs: 'Java',
    files: ['Verify.java', 'Receiver.java'],
    build: ['javac', '-proc:none', 'Verify.java', 'Receiver.java'],
    command: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', 'Receiver'],
  },
];

describe('the receiver in', () => {
  for (const receiver of RECEIVERS) {
    const { language, files, build, command } = receiver;
    testOf(receiver)(
      `${language} is certified, accepts a genuine message at its path and handles it once, and rejects another`,
      async () => {
        const port = await freePort();
        await writeFile(join(folder, 'package.json'), '{"type":"module"}');
        for (const file of files) {
          const source = snippetFile(file).replaceAll('4000', String(port));
          const isTyped = file.endsWith('.ts');
          await writeFile(join(folder, file.replace(/\.ts$/, '.js')), isTyped ? await withoutTypes(source) : source);
        }
        if (build) run(build);
        const words = command.map((word) => word.replace('4000', String(port)));
        // PHP starts its program for each request, and responds with 500.
        if (language !== 'PHP') {
          const { status, stderr } = spawnSync('env', ['-u', SNIPPET_VARIABLES.v1, ...words], {
            ...{ cwd: folder, encoding: 'utf8' },
          });
          expect([status === 0, stderr.includes('secret of the endpoint is missing')]).toEqual([false, true]);
        }
        const child = spawn('env', [`${SNIPPET_VARIABLES.v1}=${SECRET}`, ...words], { cwd: folder });
        const ended = new Promise((resolve) => child.once('close', resolve));
        let printed = '';
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (part: Buffer) => (printed += part.toString()));
        }
        const post = (path: string, body: string) =>
          fetch(`http://localhost:${port}${path}`, { method: 'POST', headers: signed(SECRET), body }).then(
            ({ status }) => status,
            () => undefined,
          );
        try {
          expect(await eventually('the receiver listens', () => post(SNIPPET_PATH, BODY))).toBe(204);
          expect(await post(SNIPPET_PATH, BODY)).toBe(204);
          expect(await post(SNIPPET_PATH, OTHER_BODY)).toBe(400);
          expect(await post('/elsewhere', BODY)).toBe(404);
          expect(await notPassed(`http://localhost:${port}${SNIPPET_PATH}`, SECRET)).toEqual(NOT_VISIBLE);
        } finally {
          // As Ctrl-C does.
          child.kill('SIGINT');
          await ended;
        }
        expect(printed).not.toContain('Traceback');
        expect(printed.split('msg_1')).toHaveLength(2);
      },
    );
  }

  it.each(SNIPPET_LANGUAGES)('%s has the path and the variable that the portal replaces', (language) => {
    const text = snippetFile(VERIFICATION_SNIPPETS[language].receiver);
    expect([text.includes(SNIPPET_PATH), text.split(SNIPPET_VARIABLES.v1).length]).toEqual([true, 2]);
  });
});

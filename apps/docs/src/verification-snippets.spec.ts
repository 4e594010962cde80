import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transform } from '@swc/core';
import { Webhook } from 'standardwebhooks';

/*
 * The guides promise that their blocks verify Billhook's signatures. Each block runs against messages that the public
 * library signed.
 */

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLD_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const BODY =
  '{"id":"msg_1","type":"invoice.paid","createdAt":"2026-11-21T09:30:00.000Z","data":{"id":42,"name":"Café ✓"}}';
const OTHER_BODY = BODY.replace('42', '43');

interface Case {
  readonly name: string;
  readonly genuine: boolean;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function signed(secret: string, secondsAgo = 0): Record<string, string> {
  const at = new Date(Date.now() - secondsAgo * 1000);
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, BODY),
  };
}

function cases(): Case[] {
  const now = signed(SECRET);
  const both = {
    ...now,
    'webhook-signature': `v2,xyz ${now['webhook-signature']} ${signed(OLD_SECRET)['webhook-signature']}`,
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

const INPUT = 'cases.json';

/** How to run a block: files beside it read the cases and print a JSON array with the id of each event or "refused". */
interface Runner {
  readonly language: string;
  readonly block: string;
  readonly cases?: () => Case[];
  readonly needs: readonly string[];
  /** Runs before the messages are signed: on a slow machine a compiler takes longer than a signature is accepted. */
  readonly build?: readonly string[];
  readonly command: readonly string[];
  readonly harness: Readonly<Record<string, (block: string) => string | Promise<string>>>;
}

const PYTHON = `
import sys
results = []
for case in json.load(open("${INPUT}")):
    try:
        results.append(verify(case["secret"], case["headers"], case["body"].encode())["id"])
    except ValueError:
        results.append("refused")
print(json.dumps(results))
`;

const GO = `package main

import ("encoding/json"; "fmt"; "net/http"; "os")

func main() {
	text, _ := os.ReadFile("${INPUT}")
	var cases []struct { Secret, Body string; Headers map[string]string }
	if err := json.Unmarshal(text, &cases); err != nil { panic(err) }
	results := []string{}
	for _, c := range cases {
		header := http.Header{}
		for name, value := range c.Headers { header.Set(name, value) }
		if event, err := Verify(c.Secret, header, []byte(c.Body)); err == nil { results = append(results, event.ID) } else { results = append(results, "refused") }
	}
	out, _ := json.Marshal(results)
	fmt.Println(string(out))
}
`;

const PHP = `
$results = [];
foreach (json_decode(file_get_contents('${INPUT}'), true) as $case) {
    try {
        $results[] = verify($case['secret'], $case['headers'], $case['body'])['id'];
    } catch (RuntimeException) {
        $results[] = 'refused';
    }
}
echo json_encode($results);
`;

const RUBY = `
puts JSON.generate(JSON.parse(File.read("${INPUT}")).map { |c|
  begin
    verify(c["secret"], c["headers"], c["body"])["id"]
  rescue RuntimeError
    "refused"
  end
})
`;

const JAVASCRIPT = `
import { readFileSync } from 'node:fs';
const results = JSON.parse(readFileSync('${INPUT}', 'utf8')).map((c) => {
  try {
    return verify(c.secret, c.headers, c.body).id;
  } catch {
    return 'refused';
  }
});
console.log(JSON.stringify(results));
`;

async function withoutTypes(block: string): Promise<string> {
  const { code } = await transform(block, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  });
  return code + JAVASCRIPT;
}

const RUNNERS: readonly Runner[] = [
  {
    language: 'TypeScript',
    block: 'ts title="verify.ts"',
    needs: ['node', '--version'],
    command: ['node', 'run.mjs'],
    harness: { 'run.mjs': withoutTypes },
  },
  {
    language: 'Python',
    block: 'python title="verify.py"',
    needs: ['python3', '--version'],
    command: ['python3', 'run.py'],
    harness: { 'run.py': (b) => b + PYTHON },
  },
  {
    language: 'Go',
    block: 'go title="verify.go"',
    needs: ['go', 'version'],
    // With an empty cache Go compiles its standard library. Without C and optimization this takes a third less.
    build: ['go', 'build', '-tags=netgo,osusergo', '-gcflags=all=-N -l', '-ldflags=-s -w', 'verify.go', 'main.go'],
    command: ['./verify'],
    harness: { 'verify.go': (b) => b, 'main.go': () => GO },
  },
  {
    language: 'PHP',
    block: 'php title="verify.php"',
    needs: ['php', '--version'],
    command: ['php', 'run.php'],
    harness: { 'run.php': (b) => b + PHP },
  },
  {
    language: 'Ruby',
    block: 'ruby title="verify.rb"',
    needs: ['ruby', '--version'],
    command: ['ruby', 'run.rb'],
    harness: { 'run.rb': (b) => b + RUBY },
  },
  {
    language: 'TypeScript, with a public key,',
    block: 'ts title="verify-v1a.ts"',
    cases: casesOfPairs,
    needs: ['node', '--version'],
    command: ['node', 'run.mjs'],
    harness: { 'run.mjs': withoutTypes },
  },
  {
    language: 'Python, with a public key,',
    block: 'python title="verify_v1a.py"',
    cases: casesOfPairs,
    needs: ['python3', '-c', 'import cryptography'],
    command: ['python3', 'run.py'],
    harness: { 'run.py': (b) => b + PYTHON },
  },
];

async function block(guide: string, fence: string): Promise<string> {
  const text = await readFile(new URL(`../guides/${guide}.md`, import.meta.url), 'utf8');
  const after = text.split(`\`\`\`${fence}\n`)[1];
  if (after === undefined) throw new Error(`${guide} has no block ${fence}`);
  return after.split('```')[0] ?? '';
}

function atHand([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
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
  for (const { language, block: fence, cases: made = cases, needs, build, command, harness } of RUNNERS) {
    // A language that is not installed is skipped, and the report says so.
    const test = atHand(needs) ? it : it.skip;
    test(`${language} accepts only genuine messages`, async () => {
      const source = await block('webhooks', fence);
      for (const [name, make] of Object.entries(harness)) await writeFile(join(folder, name), await make(source));
      if (build) run(build);
      const messages = made();
      await writeFile(join(folder, INPUT), JSON.stringify(messages));
      const stdout = run(command);
      const told = JSON.parse(stdout) as string[];
      const expected = messages.map(({ name, genuine }) => [name, genuine ? 'msg_1' : 'refused']);
      expect(messages.map(({ name }, index) => [name, told[index]])).toEqual(expected);
    });
  }
});

/* What each runtime runs: a call, a list, an error with its type, and a message that is signed and verified. */

const CHECK = `import { Billhook, ProblemError } from '@billhook/sdk';
import { webhookHandler } from '@billhook/sdk/fetch';
import { MemoryMessageStore } from '@billhook/sdk/message-store';
import { sign, verify } from '@billhook/sdk/webhooks';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = JSON.stringify({ id: 'msg_1', type: 'client.created', data: { id: 1 } });

function require(condition, what) {
  if (!condition) throw new Error(what);
}

export async function check({ BILLHOOK_URL, BILLHOOK_API_KEY, CLIENT_ID }) {
  const billhook = new Billhook({ baseUrl: BILLHOOK_URL, apiKey: BILLHOOK_API_KEY });
  const client = await billhook.clients.get(Number(CLIENT_ID));
  let found = false;
  for await (const each of billhook.clients.list({ limit: 2 })) found ||= each.id === client.id;
  require(found, 'the list does not have the client');
  const error = await billhook.clients.create({ name: '' }).catch((reason) => reason);
  require(error instanceof ProblemError && error.code === 'invalid_body', 'the error is ' + error);

  const bytes = new TextEncoder().encode(BODY);
  require((await verify(bytes, new Headers(sign(BODY, SECRET)), SECRET)).id === 'msg_1', 'not verified');
  const store = new MemoryMessageStore();
  const seen = [];
  const receive = webhookHandler(SECRET, ({ id }) => seen.push(id), { store });
  const request = (body) => new Request('http://x/hooks', { method: 'POST', headers: sign(BODY, SECRET), body });
  const statuses = [];
  for (const body of [BODY, BODY, BODY + ' ']) statuses.push((await receive(request(body))).status);
  require(statuses.join() === '204,204,400' && seen.length === 1, 'the receiver answered ' + statuses);
  return client.name;
}
`;

const MAIN = `import { check } from './check.mjs';

console.log(globalThis.Deno?.version.deno ?? globalThis.Bun?.version ?? process.versions.node);
console.log(await check(globalThis.Deno?.env.toObject() ?? process.env));
`;

const REQUIRE = `const { Billhook } = require('@billhook/sdk');
const { sign, verify } = require('@billhook/sdk/webhooks');

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const { BILLHOOK_URL: baseUrl, BILLHOOK_API_KEY: apiKey, CLIENT_ID } = process.env;
const body = JSON.stringify({ id: 'msg_1', type: 'client.created', data: { id: 1 } });
Promise.all([new Billhook({ baseUrl, apiKey }).clients.get(Number(CLIENT_ID)), verify(body, sign(body, secret), secret)]).then(
  ([{ name }]) => console.log(process.versions.node + '\\n' + name),
);
`;

const WORKER = `import { check } from './check.mjs';

export default {
  async fetch(_, env) {
    return check(env).then((name) => new Response(name), (error) => new Response(error.stack, { status: 500 }));
  },
};
`;

/** Cloudflare bundles a worker as well. */
const WORKERD = `import { build } from 'rolldown';
import { Miniflare } from 'miniflare';
import workerd from 'workerd/package.json' with { type: 'json' };

const { output } = await build({ input: 'worker.mjs', write: false, output: { format: 'es' }, logLevel: 'silent' });
const { BILLHOOK_URL, BILLHOOK_API_KEY, CLIENT_ID } = process.env;
const worker = new Miniflare({
  modules: true,
  script: output[0].code,
  compatibilityDate: '2026-01-01',
  bindings: { BILLHOOK_URL, BILLHOOK_API_KEY, CLIENT_ID },
});
console.log(workerd.version);
console.log(await (await worker.dispatchFetch('http://x/')).text());
await worker.dispose();
`;

const VITEST = `// @vitest-environment jsdom
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { check } from './check.mjs';
import { sign, verify } from '@billhook/sdk/webhooks';

it('works', async () => {
  expect(document.nodeType).toBe(9);
  const body = JSON.stringify({ id: 'msg_1', type: 'client.created', data: { id: 1 } });
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  expect((await verify(Buffer.from(body), sign(body, secret), secret)).id).toBe('msg_1');
  writeFileSync('vitest.txt', await check(process.env));
});
`;

const PYTHON = `import os
import platform

from billhook import Billhook, problems, webhooks

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = '{"id": "msg_1", "type": "client.created", "createdAt": "2026-11-21T09:30:00Z", "data": {"id": 1}}'

with Billhook(base_url=os.environ["BILLHOOK_URL"], api_key=os.environ["BILLHOOK_API_KEY"]) as billhook:
    client = billhook.clients.get(int(os.environ["CLIENT_ID"]))
    assert any(each.id == client.id for each in billhook.clients.list(limit=2))
    try:
        billhook.clients.create({"kind": "Business", "name": "", "billing_address": {"country": "FR"}})
        raise AssertionError("the client was created")
    except problems.InvalidBody:
        pass
event = webhooks.verify(BODY.encode(), webhooks.sign(BODY, SECRET), SECRET)
assert event.id == "msg_1"
print(platform.python_version())
print(client.name)
`;

/** By the name of the file. */
export const PROGRAMS = {
  'package.json': '{ "private": true }\n',
  'check.mjs': CHECK,
  'main.mjs': MAIN,
  'require.cjs': REQUIRE,
  'worker.mjs': WORKER,
  'workerd.mjs': WORKERD,
  'jsdom.test.mjs': VITEST,
  'check.py': PYTHON,
};

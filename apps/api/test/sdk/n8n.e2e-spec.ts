import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isFullRun } from '@billhook/testing/full-run';
import { unless } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientBody } from '../support/bodies.js';
import { relayOf } from '../support/relay.js';
import { ENDPOINTS, WebhookWorld } from '../support/webhooks.js';

/*
 * The nodes of n8n as n8n loads them: built as CommonJS. What n8n itself does is replaced: its functions send real requests. In the full
 * run, the engine of n8n executes every operation and the trigger.
 */

const run = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const NODES = here('../../../../libs/n8n-nodes-billhook/');
const compile = (target: string) =>
  run(process.execPath, [here('../../../../node_modules/typescript7/bin/tsc'), '-p', NODES, '--outDir', target]);

/** Where `npm run n8n` installs it. */
const ENGINE = here('../../../../.data/n8n/');
const isInstalled = existsSync(join(ENGINE, 'node_modules/n8n-core'));
const inEngine = unless(isFullRun ? (isInstalled ? undefined : 'npm run n8n installs n8n') : 'npm run test:full', it);

/** What the nodes import from n8n when they run. */
const N8N = `exports.NodeConnectionTypes = { Main: 'main' };
exports.NodeApiError = class extends Error {
  constructor(node, error, { message, httpCode }) {
    super(message);
    this.httpCode = httpCode;
  }
};`;

interface Operation {
  readonly name: string;
  readonly options: readonly { value: string; routing: { request: { method: string; url: string } } }[];
  readonly displayOptions?: { show: { resource: string[]; operation?: string[] } };
  readonly required?: boolean;
}

type Hook = (this: unknown) => Promise<boolean>;

interface Trigger {
  readonly webhookMethods: { readonly default: Readonly<Record<'checkExists' | 'create' | 'delete', Hook>> };
  webhook(this: unknown): Promise<{ workflowData?: unknown[][]; noWebhookResponse?: boolean }>;
}

type Pages = (
  this: unknown,
  request: { options: { qs?: object } },
) => Promise<{ json: { name: string }; pairedItem: { item: number } }[]>;

let hooks: WebhookWorld;
let folder: string;
let load: (path: string) => unknown;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billhook-n8n-'));
  await mkdir(join(folder, 'node_modules/n8n-workflow'), { recursive: true });
  await writeFile(join(folder, 'node_modules/n8n-workflow/index.js'), N8N);
  await compile(folder);
  load = createRequire(join(folder, 'index.js'));
  hooks = await WebhookWorld.start();
});
afterAll(async () => {
  await hooks.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Request {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

/** A request as n8n sends it, with the credential, and the full response. */
async function send({ method, url, body }: Request): Promise<{ statusCode: number; body: unknown }> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${hooks.key.secret}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { statusCode: response.status, body: text === '' ? '' : (JSON.parse(text) as unknown) };
}

describe('the trigger', () => {
  const staticData: { endpointId?: number; secret?: string } = {};

  /** The functions that n8n passes as `this`. */
  const functions = (more = {}) => ({
    getCredentials: () => ({ baseUrl: `${hooks.api.url}/` }),
    getNode: () => ({ id: '1', name: 'Billhook Trigger' }),
    getNodeParameter: (name: string) =>
      name === 'eventTypes' ? ['client.created'] : '{ "field": "kind", "eq": "Business" }',
    getNodeWebhookUrl: () => `${hooks.receiver.url}/n8n`,
    getWorkflow: () => ({ name: 'Thank the client' }),
    getWorkflowStaticData: () => staticData,
    helpers: {
      httpRequestWithAuthentication: (_: string, request: Request) => send(request),
      returnJsonArray: (json: unknown) => [{ json }],
    },
    ...more,
  });

  const trigger = () =>
    new (
      load('./nodes/BillhookTrigger/BillhookTrigger.node.js') as { BillhookTrigger: new () => Trigger }
    ).BillhookTrigger();
  const hook = (name: 'checkExists' | 'create' | 'delete') => trigger().webhookMethods.default[name].call(functions());

  /** What n8n does with a message: the data of the workflow, or the status of the response. */
  async function receive(headers: Readonly<Record<string, unknown>>, rawBody: Uint8Array): Promise<unknown> {
    let status = 0;
    const response = {
      status: (code: number) => {
        status = code;
        return { send: () => ({ end: () => undefined }) };
      },
    };
    const given = {
      getHeaderData: () => headers,
      getRequestObject: () => ({ rawBody }),
      getResponseObject: () => response,
      getBodyData: () => JSON.parse(Buffer.from(rawBody).toString()) as unknown,
    };
    const { workflowData, noWebhookResponse } = await trigger().webhook.call(functions(given));
    return noWebhookResponse ? status : workflowData;
  }

  it('says why an endpoint is rejected', async () => {
    const given = functions({ getNodeWebhookUrl: () => 'https://n8n.example:22/' });
    const created = trigger().webhookMethods.default.create.call(given);
    await expect(created).rejects.toMatchObject({ httpCode: '422', message: expect.stringMatching(/\b22\b/) });
  });

  it('creates an endpoint when the workflow is activated', async () => {
    expect(await hook('checkExists')).toBe(false);
    expect(await hook('create')).toBe(true);
    expect(await hook('checkExists')).toBe(true);
    const { body } = await hooks.key.call('GET', `${ENDPOINTS}/${staticData.endpointId}`);
    expect(body).toMatchObject({ url: `${hooks.receiver.url}/n8n`, description: 'n8n: Thank the client' });
    expect(body).toMatchObject({ eventTypes: ['client.created'], filter: { field: 'kind', eq: 'Business' } });
  });

  it('starts the workflow for a genuine message only, also after a rotation of the secret', async () => {
    const { body: client } = await hooks.key.call<{ id: number }>('POST', '/v1/clients', { body: clientBody });
    await hooks.engine.sweep();
    await hooks.settled(staticData.endpointId ?? 0, 'Delivered');
    const [message] = hooks.receiver.received.filter(({ path }) => path === '/n8n');
    if (!message) throw new Error('no message');
    const bytes = message.body;
    expect(await receive(message.headers, bytes)).toEqual([
      [{ json: expect.objectContaining({ type: 'client.created', data: expect.objectContaining({ id: client.id }) }) }],
    ]);
    for (const [headers, body] of [
      [{ ...message.headers, 'webhook-id': 'msg_other' }, bytes],
      [{ ...message.headers, 'webhook-timestamp': '1' }, bytes],
      [{ ...message.headers, 'webhook-signature': 'v1,?' }, bytes],
      [{}, bytes],
      [message.headers, Buffer.concat([bytes, Buffer.from(' ')])],
    ] as const)
      expect(await receive(headers, body)).toBe(400);
    // As if it had been rotated since the workflow was activated.
    const { secret } = staticData;
    staticData.secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
    expect(await receive(message.headers, bytes)).toHaveLength(1);
    expect(staticData.secret).toBe(secret);
  });

  it('deletes the endpoint when the workflow is deactivated', async () => {
    const { endpointId } = staticData;
    expect(await hook('delete')).toBe(true);
    expect(staticData).toEqual({});
    expect((await hooks.key.call('GET', `${ENDPOINTS}/${endpointId}`)).status).toBe(404);
    staticData.endpointId = endpointId ?? 0;
    expect(await hook('delete')).toBe(true);
  });
});

describe('the operations', () => {
  it('have the method, the path and the ids of the document', async () => {
    const { body: document } = await hooks.key.call<{ paths: Record<string, object> }>('GET', '/v1/openapi.json');
    const { properties } = load('./nodes/Billhook/properties.js') as { properties: Operation[] };
    let count = 0;
    for (const { name, options } of properties.filter((each) => each.name === 'operation')) {
      expect(name).toBe('operation');
      for (const { routing } of options) {
        const path = routing.request.url
          .replace(/^=/, '')
          .replace(/\{\{ encodeURIComponent\(\$parameter\["(\w+)"\]\) \}\}/g, '{$1}');
        expect(document.paths[path]).toHaveProperty(routing.request.method.toLowerCase());
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(60);
  });

  it('are those that the walk executes in the engine', async () => {
    const { properties } = load('./nodes/Billhook/properties.js') as { properties: Operation[] };
    const walk = await readFile(join(NODES, 'test/walk.mjs'), 'utf8');
    const executed = [...walk.matchAll(/\b(?:run|one|executed\.add)\(\s*'(\w+\.\w+)'/g)].map(([, name]) => name);
    const known = properties
      .filter(({ name }) => name === 'operation')
      .flatMap(({ options, displayOptions }) =>
        options.map(({ value }) => `${displayOptions?.show.resource[0]}.${value}`),
      );
    expect([...new Set(executed)].toSorted()).toEqual(known.toSorted());
  });

  it.each([
    [true, 50, 7],
    [false, 50, 7],
    [false, 2, 2],
  ])('list records (all: %s, limit: %s)', async (returnAll, limit, found) => {
    const own = await hooks.world.key();
    hooks.key = own;
    for (let n = 0; n < 7; n++) await own.call('POST', '/v1/clients', { body: { ...clientBody, name: `Client ${n}` } });
    const { pages } = load('./nodes/Billhook/pages.js') as { pages: Pages };
    const functions = {
      getItemIndex: () => 3,
      getNodeParameter: (name: string) => (name === 'returnAll' ? returnAll : limit),
      makeRoutingRequest: async ({ options: { qs } }: { options: { qs: Record<string, string> } }) => {
        // A page of three, so that there are several.
        const query = new URLSearchParams({ ...qs, limit: String(Math.min(3, Number(qs['limit']))) });
        const { body } = await send({ method: 'GET', url: `${hooks.api.url}/v1/clients?${query.toString()}` });
        return [{ json: body }];
      },
    };
    const items = await pages.call(functions, { options: { qs: { sort: 'name' } } });
    expect(items.every(({ pairedItem }) => pairedItem.item === 3)).toBe(true);
    expect(items.map(({ json }) => json.name)).toEqual(Array.from({ length: found }, (_, n) => `Client ${n}`));
  });
});

describe('the engine of n8n', () => {
  inEngine('executes every operation, and the trigger in production and from the editor', async () => {
    const nodes = await mkdtemp(join(ENGINE, 'nodes-'));
    const relay = relayOf(hooks.api, { fanOut: true, firstWaitMs: 0 });
    // Sequences events, so that they can be listed, and delivers them.
    const worker = setInterval(() => void relay.run().then(() => hooks.engine.sweep()), 300);
    try {
      await compile(join(nodes, 'dist'));
      await cp(join(NODES, 'package.json'), join(nodes, 'package.json'));
      await cp(join(NODES, 'icons'), join(nodes, 'dist/icons'), { recursive: true });
      const { secret } = await hooks.world.key();
      const variables = { N8N_FOLDER: nodes, BILLHOOK_URL: hooks.api.url, BILLHOOK_API_KEY: secret };
      const walk = run(process.execPath, [join(NODES, 'test/walk.mjs')], { env: variables });
      expect((await walk).stdout).toMatch(/^\d+ operations, 2 activations of the trigger$/m);
    } finally {
      clearInterval(worker);
      await rm(nodes, { recursive: true, force: true });
    }
  });
});

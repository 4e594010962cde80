import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ASSISTANT_TOOLS } from '../../src/mcp/assistant-tools.service.js';
import type { OperationTool } from '../../src/mcp/tool-list.rules.js';
import { toolsOf } from '../../src/mcp/tool-list.rules.js';
import { CommittedDocument } from '../../src/openapi/committed-document.js';
import { tokenOf } from '../support/document-link.js';
import { ExampleWorld } from '../support/example-world.js';
import { Assistant } from '../support/mcp.js';
import { Records } from '../support/records.js';
import { toolExamples } from '../support/tool-examples.js';

let world: ExampleWorld;
let assistant: Assistant;

beforeAll(async () => {
  world = await ExampleWorld.start();
  assistant = await Assistant.connect(world.api, world.key.secret);
});
afterAll(async () => {
  await assistant.close();
  await world.stop();
});

describe('every tool', () => {
  it('performs the example of its operation, dry if it writes', async () => {
    const examples = toolExamples(world.api.app.get(CommittedDocument).document);
    const assisting = ASSISTANT_TOOLS.map(({ name }) => name);
    expect([...(await assistant.toolNames())].sort()).toEqual([...examples.keys(), ...assisting].sort());
    const events = (await world.api.events()).length;
    const failed: unknown[] = [];
    for (const [name, given] of examples) {
      const { isError, text, structured } = await assistant.call(name, given);
      const isDry = structured['dryRun'] === undefined || structured['dryRun'] === true;
      if (isError || !isDry) failed.push({ name, given, text });
    }
    expect(failed).toEqual([]);
    expect((await world.api.events()).length).toBe(events);
  });
});

/** Tokens that open a document now: of all read-only links and client links. */
async function liveTokens(): Promise<string[]> {
  const documents = await world.api.database.query<{ path: string; id: number; token: string }>({
    name: 'test_live_tokens',
    text: `SELECT 'invoices' AS path, id, public_token AS token FROM invoices WHERE public_token IS NOT NULL
      UNION ALL SELECT 'quotes', id, public_token FROM quotes WHERE public_token IS NOT NULL
      UNION ALL SELECT 'credit-notes', id, public_token FROM credit_notes WHERE public_token IS NOT NULL`,
    values: [],
  });
  const tokens = documents.map(({ token }) => token);
  for (const { path, id } of documents.filter((each) => each.path !== 'credit-notes')) {
    const answer = await world.key.call<{ url: string }>('POST', `/v1/${path}/${id}/answering-link`);
    if (answer.status === 200) tokens.push(tokenOf({ publicUrl: answer.body.url }));
  }
  return tokens;
}

/** The values of `expand` and other ways to ask for links, for a tool that has such an argument. */
function askingForLinks({ schema }: OperationTool, link: string): Record<string, unknown>[] {
  const properties = (schema['properties'] ?? {}) as Record<string, { items?: { enum?: string[] } }>;
  const expand = properties['expand']?.items?.enum;
  return [
    ...(expand ? [{ expand }] : []),
    ...('q' in properties ? [{ q: link }, { q: '/d/' }] : []),
    ...('limit' in properties ? [{ limit: 100 }] : []),
    { fields: ['publicUrl'] },
    { include: link },
  ];
}

describe('no tool and no resource returns a link that opens a document', () => {
  it('in records, lists, expanded records, events, deliveries, emails, dry runs, writes and errors', async () => {
    const tools = [...toolsOf(world.api.app.get(CommittedDocument).document).values()];
    const examples = toolExamples(world.api.app.get(CommittedDocument).document);
    // An email about a credit note contains the read-only link itself.
    const { id: invoiceId } = await new Records(world.key).sent();
    await world.key.call('POST', `/v1/invoices/${invoiceId}/send`, { body: { channel: 'Link' } });
    const note = { invoiceId, reason: { code: 'Error' }, channel: 'Email', to: ['a@b.example'] };
    expect((await world.key.call('POST', '/v1/credit-notes', { body: note })).status).toBe(201);
    const before = await liveTokens();
    expect(before.length).toBeGreaterThan(6);
    const link = `${world.api.url}/d/${before[0]}`;

    const results: { call: string; text: string }[] = [];
    const call = async (name: string, given: Record<string, unknown>) => {
      const result = await assistant.client.callTool({ name, arguments: given });
      results.push({ call: `${name} ${JSON.stringify(given)}`, text: JSON.stringify(result) });
      return result;
    };
    const reading = tools.filter(({ places }) => !places.writes);
    for (const tool of reading) {
      const { name } = tool.listed;
      const given = examples.get(name) ?? {};
      for (const more of [{}, ...askingForLinks(tool, link)]) await call(name, { ...given, ...more });
      const collection = /^\/v1\/([a-z-]+)$/.exec(tool.operation.path)?.[1];
      if (tool.getTool === undefined || collection === undefined) continue;
      const get = reading.find(({ listed }) => listed.name === tool.getTool);
      for (const { id } of await list(collection, '?limit=100')) {
        for (const more of get ? [{}, ...askingForLinks(get, link)] : []) await call(tool.getTool, { id, ...more });
        const uri = `billhook://${collection}/${id}`;
        const { contents } = await assistant.client.readResource({ uri });
        results.push({ call: uri, text: JSON.stringify(contents) });
      }
    }
    for (const { listed } of tools.filter(({ places }) => places.writes)) {
      const given = examples.get(listed.name) ?? {};
      await call(listed.name, given);
      for (const time of ['first', 'replayed']) {
        const { isError = false, content } = await call(listed.name, { ...given, confirm: true });
        expect([listed.name, time, isError, isError && content]).toEqual([listed.name, time, false, false]);
      }
    }
    await call('guides_search', { q: link });
    await call('guides_get', { guide: link });
    await call('tools_describe', { tool: link });

    const tokens = [...before, ...(await liveTokens())];
    const leaks = results.filter(({ text }) => tokens.some((token) => text.includes(token)));
    expect(leaks.map(({ call: made }) => made)).toEqual([]);
    expect(results.filter(({ text }) => /[#]\w{20,}/.test(text)).map(({ call: made }) => made)).toEqual([]);
    expect(results.length).toBeGreaterThan(300);
  });
});

/** Records as the API returns them, with their links. */
async function list(path: string, query: string): Promise<{ id: number; publicUrl?: string | null }[]> {
  const answer = await world.key.call<{ data: { id: number }[] }>('GET', `/v1/${path}${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

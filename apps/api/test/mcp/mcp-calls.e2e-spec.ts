import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { storedTable } from '@billhook/testing/own-tables';
import { withClient } from '@billhook/testing/test-server';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ToolAuditService } from '../../src/mcp/tool-audit.service.js';
import { auditOf } from '../support/audit-rows.js';
import { invoiceBody } from '../support/bodies.js';
import { GuideBlocks } from '../support/guide-blocks.js';
import { Assistant } from '../support/mcp.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
let key: KeyCaller;
let records: Records;

beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
});

/** Connects with a key for the length of the work. */
const assist = <T>(work: (assistant: Assistant) => Promise<T>, secret = key.secret): Promise<T> =>
  Assistant.during(api, secret, work);

const countInvoices = async (): Promise<number> =>
  (await records.get<{ data: InvoiceView[] }>('/v1/invoices')).data.length;

describe('a call of a tool', () => {
  it('is rejected in words: the missing permission, an unknown record, and each wrong member', async () => {
    const reader = await world.key({ member: await world.member(key.companyId), scopes: ['invoice.read'] });
    await assist(async (assistant) => {
      const refused = await assistant.call('invoices_create', { ...invoiceBody(1), confirm: true });
      expect(refused.isError).toBe(true);
      expect(refused.text).toContain('This requires invoice.write');
      expect(refused.text).toMatch(/A person can fix this at http.*scopes=invoice\.read,invoice\.write/);
    }, reader.secret);
    await assist(async (assistant) => {
      const missing = await assistant.call('invoices_get', { id: 999_999 });
      expect([missing.isError, missing.text.includes('(not_found, 404)')]).toEqual([true, true]);

      const { id } = await records.client();
      const wrong = await assistant.call('invoices_create', {
        ...invoiceBody(id),
        lines: [{ name: 'Support', quantity: 0.1 + 0.2, unitPrice: '90.00', taxCategory: 'S', taxRate: '20' }],
        clientNme: 'x',
      });
      expect(wrong.isError).toBe(true);
      expect(wrong.text).toMatch(/- \/lines\/0\/quantity: must be a decimal as a string/);
      expect(wrong.text).toContain('- /clientNme:');
      expect(wrong.text).toMatch(/Request id: req_/);
      expect(wrong.structured['problem']).toMatchObject({ code: 'invalid_body', status: 422 });
    });
    expect(await countInvoices()).toBe(0);
  });

  it('is rejected for arguments that decide its address or its headers', async () => {
    const { id } = await records.draft();
    await assist(async (assistant) => {
      for (const [name, given, words] of [
        ['invoices_get', {}, 'id is required'],
        ['invoices_get', { id: '..' }, 'id is required'],
        ['invoices_get', { id: '../clients/1' }, 'id is required'],
        ['invoices_get', { id, nothing: 1 }, 'nothing'],
        ['invoices_send', { id, confirm: 'yes' }, 'confirm must be true or false'],
        ['invoices_send', { id, confirm: true, idempotencyKey: 'a\nb' }, 'idempotencyKey must be'],
        ['invoices_send', { id, version: '1' }, 'version must be a whole number'],
        ['quotes_convert', { id, mode: 'Whole' }, 'Put it in body'],
        ['invoices_list', { limit: 1_000 }, 'limit'],
        ['invoices_list', { status: { a: 1 } }, 'status'],
      ] as const) {
        const refused = await assistant.call(name, given);
        expect([name, refused.isError, refused.text]).toEqual([name, true, expect.stringContaining(words)]);
      }
      await expect(assistant.call('invoices_explode')).rejects.toThrow('There is no tool invoices_explode');
      await expect(assistant.call('webhook_endpoints_secret', { id: 1 })).rejects.toThrow('There is no tool');
    });
    expect(await records.get<InvoiceView>(`/v1/invoices/${id}`)).toMatchObject({ status: 'Draft', version: 1 });
  });

  it('writes nothing until it is confirmed, and then once', async () => {
    const { id } = await records.client();
    await assist(async (assistant) => {
      const dry = await assistant.call<InvoiceView>('invoices_create', invoiceBody(id));
      expect(dry.text).toMatch(/^Dry run: nothing was written.*invoices_create .*confirm: true/);
      expect([dry.structured['dryRun'], dry.result.totals.gross]).toEqual([true, '1080.00']);
      expect(await countInvoices()).toBe(0);

      const done = await assistant.call<InvoiceView>('invoices_create', { ...invoiceBody(id), confirm: true });
      expect([done.isError, done.structured['dryRun'], done.result.status]).toEqual([false, false, 'Draft']);
      const again = await assistant.call<InvoiceView>('invoices_create', { ...invoiceBody(id), confirm: true });
      expect(again.text).toContain('This call was already performed. This is its stored response');
      expect(again.result.id).toBe(done.result.id);
      expect(await countInvoices()).toBe(1);

      const more = { ...invoiceBody(id), confirm: true, idempotencyKey: 'second' };
      expect((await assistant.call<InvoiceView>('invoices_create', more)).result.id).not.toBe(done.result.id);
      api.clock.advance(86_400_000);
      await assistant.call('invoices_create', { ...invoiceBody(id), confirm: true });
      expect(await countInvoices()).toBe(3);
      api.clock.advance(-86_400_000);
    });
  });

  it('sends with the version that was read, emits the event, and deletes without a body', async () => {
    const draft = await records.draft();
    const other = await records.draft();
    await assist(async (assistant) => {
      const stale = await assistant.call('invoices_send', { id: draft.id, version: 7, confirm: true });
      expect([stale.isError, stale.text.includes('version_mismatch')]).toEqual([true, true]);
      const sent = await assistant.call<InvoiceView>('invoices_send', { id: draft.id, version: 1, confirm: true });
      expect(sent.result).toMatchObject({ id: draft.id, status: 'Sent', version: 2 });
      expect((await api.events()).filter(({ companyId }) => companyId === key.companyId).at(-1)?.type).toBe(
        'invoice.sent',
      );

      const tried = await assistant.call('invoices_delete', { id: other.id });
      expect(tried.text).toMatch(/^Dry run: nothing was written and nothing was sent\. The call would succeed\./);
      expect((await assistant.call('invoices_delete', { id: other.id, confirm: true })).text).toBe('Done.');
    });
    expect(await countInvoices()).toBe(1);
  });

  it('returns lists of ten, without large members, and the next page by its cursor', async () => {
    const { id } = await records.client();
    for (let n = 0; n < 12; n++) await records.draft({ clientId: id });
    await assist(async (assistant) => {
      type Page = { data: Partial<InvoiceView>[]; page: { nextCursor: string } };
      const first = await assistant.call<Page>('invoices_list', { status: ['Draft'], clientId: id });
      expect(first.result.data).toHaveLength(10);
      expect(first.result.data[0]).not.toHaveProperty('lines');
      expect(first.result.data[0]).not.toHaveProperty('number');
      expect(first.text).toMatch(/shortened: .*lines.*invoices_get returns a whole record/);
      const { nextCursor: cursor } = first.result.page;
      const second = await assistant.call<Page>('invoices_list', { status: ['Draft'], clientId: id, cursor });
      expect(second.result.data).toHaveLength(2);
      expect(Object.keys((await assistant.call('invoices_get', { id: first.result.data[0]?.id })).result)).toContain(
        'lines',
      );
    });
  });

  it('cuts a result that is larger than a model can read', async () => {
    const line = invoiceBody(0).lines[0];
    const lines = Array.from({ length: 300 }, (_, n) => ({ ...line, name: `Line ${n}`, description: 'x'.repeat(300) }));
    const { id } = await records.draft({ lines });
    await assist(async (assistant) => {
      const cut = await assistant.call<InvoiceView>('invoices_get', { id });
      expect(cut.text.length).toBeLessThan(45_000);
      expect(cut.text).toMatch(/lines is cut to the first \d+ of 300 entries\./);
      expect(cut.text).toContain(`GET /v1/invoices/${id}`);
      expect(cut.result.totals.gross).toBe('324000.00');
    });
  });
});

describe('the audit log', () => {
  const entries = async () => {
    await api.app.get(ToolAuditService).flush();
    const all = await auditOf(api, key.companyId);
    return all.filter(({ action }) => action.startsWith('assistant.'));
  };

  it('has an entry for each change, in its transaction, and a summary of the calls that change nothing', async () => {
    const { id: clientId } = await records.client();
    const created = await assist(async (assistant) => {
      for (let n = 0; n < 3; n++) await assistant.call('clients_get', { id: clientId });
      await assistant.call('clients_get', { id: 999_999 });
      await assistant.call('clients_get', {});
      await assistant.call('invoices_create', invoiceBody(clientId));
      const done = await assistant.call<InvoiceView>('invoices_create', { ...invoiceBody(clientId), confirm: true });
      await assistant.call('invoices_create', { ...invoiceBody(clientId), confirm: true });
      await assistant.call('invoices_send', { id: done.result.id, version: 7, confirm: true });
      await assistant.call('invoices_delete', { id: done.result.id, confirm: true });
      await expect(assistant.call('invoices_explode')).rejects.toThrow('There is no tool');
      await assistant.client.readResource({ uri: `billhook://clients/${clientId}` });
      return done.result.id;
    });
    const by = {
      actorKind: 'key',
      keyId: key.id,
      memberId: expect.any(Number),
      requestId: expect.stringMatching(/^req_/),
    };
    expect(await entries()).toMatchObject([
      {
        ...{ ...by, action: 'assistant.tool_called', target: 'invoices_create' },
        details: { operation: 'POST /v1/invoices', status: 201, resourceId: created },
      },
      {
        ...{ ...by, action: 'assistant.tool_called', target: 'invoices_delete' },
        details: { operation: 'DELETE /v1/invoices/{id}', status: 204, resourceId: created },
      },
      {
        ...{ ...by, action: 'assistant.tools_used', target: null },
        details: {
          calls: { clients_get: 3, 'resources/read': 1 },
          dryRuns: { invoices_create: 1 },
          replayed: { invoices_create: 1 },
          rejected: {
            'clients_get not_found': 1,
            'clients_get bad_request': 1,
            'invoices_send version_mismatch': 1,
            'unknown tool': 1,
          },
          since: expect.any(String),
        },
      },
    ]);
    expect(JSON.stringify(await entries())).not.toContain('1080.00');
    await assist((assistant) => assistant.call('clients_get', { id: clientId }));
    expect(await entries()).toHaveLength(4);
  });

  it('has no entry of a change that is rolled back', async () => {
    const { id } = await records.client();
    // The entry is the last statement of the transaction: if it cannot be written, nothing is.
    const reject = (sql: string) =>
      withClient(api.databaseUrl, (client) => client.query(`ALTER TABLE ${storedTable('audit_log')} ${sql}`));
    await reject(`ADD CONSTRAINT spec CHECK (action <> 'assistant.tool_called') NOT VALID`);
    const failed = await assist((assistant) =>
      assistant.call('invoices_create', { ...invoiceBody(id), confirm: true }),
    );
    await reject('DROP CONSTRAINT spec');
    expect([failed.isError, failed.text.includes('internal_error')]).toEqual([true, true]);
    expect(await countInvoices()).toBe(0);
    expect(await entries()).toMatchObject([
      { action: 'assistant.tools_used', details: { rejected: { 'invoices_create internal_error': 1 } } },
    ]);
  });
});

describe('the guide on assistants', () => {
  it('lists the tools, and tries an invoice, with curl', async () => {
    const { id } = await records.client();
    const blocks = await GuideBlocks.open();
    const run = async (title: string) => {
      const variables = { BILLHOOK_URL: api.url, BILLHOOK_API_KEY: key.secret, CLIENT_ID: String(id) };
      const { code, stdout } = await blocks.run('assistants', title, variables);
      expect(code).toBe(0);
      return JSON.parse(stdout).result;
    };
    try {
      expect((await run('tools.sh')).tools.length).toBeGreaterThan(40);
      expect((await run('draft.sh')).structuredContent).toMatchObject({ dryRun: true, result: { status: 'Draft' } });
    } finally {
      await blocks.close();
    }
    expect(await countInvoices()).toBe(0);
  });
});

describe('resources', () => {
  it('404 for what does not exist or is of another company', async () => {
    const other = await new Records(await world.key()).draft();
    await assist(async ({ client }) => {
      for (const uri of [
        `billhook://invoices/${other.id}`,
        'billhook://invoices/999999',
        'billhook://nothing/1',
        'billhook://invoices/..',
        'billhook://me/permissions',
        'billhook://guides/nothing',
        'file:///etc/passwd',
      ]) {
        await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_602 });
      }
    });
  });

  it('are the records, as JSON', async () => {
    const { id } = await records.sent();
    await assist(async ({ client }) => {
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('billhook://invoices/{id}');
      const { contents } = await client.readResource({ uri: `billhook://invoices/${id}` });
      const [content] = contents;
      const text = content && 'text' in content ? content.text : '';
      expect(JSON.parse(text)).toMatchObject({ id, status: 'Sent' });
    });
  });

  it('are the guides, as Markdown', async () => {
    await assist(async ({ client }) => {
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toContain('billhook://guides/invoicing-rules');
      const { contents } = await client.readResource({ uri: 'billhook://guides/invoicing-rules' });
      expect(contents[0]).toMatchObject({
        mimeType: 'text/markdown',
        text: expect.stringContaining('# Invoicing rules'),
      });
    });
  });
});

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { exampleProblem } from '@billhook/contract/examples/problem-examples';
import { EXAMPLE_KEY, EXAMPLE_SANDBOX_KEY, keyFormat } from '@billhook/contract/identity/key-format';
import { BurnedKey, ReportLeakedKey } from '@billhook/contract/identity/leaked-key';
import { CheckPermissions, MePermissionsView, PermissionCheckView } from '@billhook/contract/identity/me';
import { CreateClient, UpdateClient } from '@billhook/contract/invoicing/client';
import { OpenClientPageLink, OpenedClientPageLink } from '@billhook/contract/invoicing/client-page';
import { TotalsView } from '@billhook/contract/invoicing/document';
import { AnsweringLinkView, DeliveryView } from '@billhook/contract/invoicing/document-delivery';
import { EXPANSIONS } from '@billhook/contract/invoicing/expand';
import { CreateInvoice, InvoiceBatchResult, SendInvoice, UpdateInvoice } from '@billhook/contract/invoicing/invoice';
import { CreatePayment } from '@billhook/contract/invoicing/payment';
import { ReceivablesView } from '@billhook/contract/invoicing/receivables';
import { SeriesAuditView } from '@billhook/contract/invoicing/series';
import { TimelineView } from '@billhook/contract/invoicing/timeline';
import { BATCH_MAX } from '@billhook/contract/shared/batch';
import { Tombstone } from '@billhook/contract/shared/list-query';
import { Page } from '@billhook/contract/shared/page';
import { ProblemView } from '@billhook/contract/shared/problem';
import { DiagnoseWebhookRequest } from '@billhook/contract/webhooks/diagnosis';
import { CreateWebhookEndpoint, PutWebhookEndpoint, UpdateWebhookEndpoint } from '@billhook/contract/webhooks/endpoint';
import { RotateWebhookSecret, EndPreviousSecrets } from '@billhook/contract/webhooks/endpoint-secret';
import { SendWebhookRecord, TestWebhookEndpoint } from '@billhook/contract/webhooks/endpoint-test';
import { StartWebhookRun } from '@billhook/contract/webhooks/run';
import { generateSecret } from '@billhook/domain/identity/secret-format';
import { IDEMPOTENCY_DAYS } from '@billhook/domain/shared/idempotency-key';
import { HTTP_STATUS } from '@billhook/domain/shared/problem-kinds';
import { PROBLEMS } from '@billhook/domain/shared/problems';
import { withProgram } from '@billhook/testing/skipped';
import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';

const guide = (name: string) => readFile(new URL(`../guides/${name}.md`, import.meta.url), 'utf8');

/** The bodies that the curl commands of a guide send, each with its path. */
function bodiesOf(markdown: string): { path: string; body: unknown }[] {
  const blocks = [...markdown.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
  return blocks.flatMap((block) => {
    const path = /\$BILLHOOK_URL(\/v1[^"?]*)/.exec(block)?.[1];
    const text = /--json '([^']*)'/.exec(block)?.[1] ?? /<<JSON.*\n([\s\S]*?)\nJSON/.exec(block)?.[1];
    if (path === undefined || text === undefined) return [];
    const filled = text.replace('$(date +%F)', '2026-11-21').replace(/\$[A-Z_]+_ID/g, '42');
    return [{ path: path.replace(/\/(\d+|\$[A-Z_]+)/g, '/{id}'), body: JSON.parse(filled) as unknown }];
  });
}

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  '/v1/clients': CreateClient,
  '/v1/clients/{id}': UpdateClient,
  '/v1/invoices': CreateInvoice,
  '/v1/invoices/{id}': UpdateInvoice,
  '/v1/invoices/{id}/send': SendInvoice,
  '/v1/leaked-keys': ReportLeakedKey,
  '/v1/me/permissions/check': CheckPermissions,
  '/v1/payments': CreatePayment,
  '/v1/webhook-endpoints': CreateWebhookEndpoint,
  '/v1/webhook-endpoints/by-external-id/erp': PutWebhookEndpoint,
  '/v1/webhook-endpoints/{id}': UpdateWebhookEndpoint,
  '/v1/webhook-endpoints/{id}/diagnose': DiagnoseWebhookRequest,
  '/v1/clients/{id}/page-link': OpenClientPageLink,
  '/v1/webhook-endpoints/{id}/recover': StartWebhookRun,
  '/v1/webhook-endpoints/{id}/replay-missing': StartWebhookRun,
  '/v1/webhook-endpoints/{id}/send-record': SendWebhookRecord,
  '/v1/webhook-endpoints/{id}/test': TestWebhookEndpoint,
  '/v1/webhook-endpoints/{id}/rotate-secret': RotateWebhookSecret,
  '/v1/webhook-endpoints/{id}/end-previous-secrets': EndPreviousSecrets,
};

describe.each([
  ['quickstart', 6],
  ['webhooks', 6],
  ['webhook-choices', 2],
  ['catching-up', 2],
  ['documents', 2],
  ['errors', 1],
  ['keys-and-permissions', 1],
  ['leaked-keys', 1],
  ['personal-data', 1],
])('the curl commands of %s', (name, count) => {
  it('send bodies that the API accepts', async () => {
    const bodies = bodiesOf(await guide(name));
    expect(bodies).toHaveLength(count);
    for (const { path, body } of bodies) expect([path, SCHEMAS[path]?.safeParse(body).success]).toEqual([path, true]);
  });
});

/** The JSON blocks of a guide. */
async function jsonOf(name: string): Promise<unknown[]> {
  return [...(await guide(name)).matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, block]) => JSON.parse(block ?? '') as unknown,
  );
}

describe('the responses that guides show', () => {
  it('match the schemas of the API', async () => {
    const [permissions, check, forbidden] = await jsonOf('keys-and-permissions');
    expect(MePermissionsView.strict().parse(permissions)).toEqual(permissions);
    expect(PermissionCheckView.strict().parse(check)).toEqual(check);
    expect(forbidden).toEqual(exampleProblem('insufficient_scope'));
    const [invalid, stale] = await jsonOf('errors');
    const problems = [forbidden, invalid, stale].map((json) => ProblemView.parse(json));
    for (const { code, title, type } of problems) {
      expect(title).toBe(Object.entries(PROBLEMS).find(([name]) => name === code)?.[1].title);
      expect(type).toMatch(new RegExp(`/docs/errors/${code}$`));
    }
  });

  const shown: readonly (readonly [guide: string, place: number, view: z.ZodObject])[] = [
    ['documents', 0, DeliveryView],
    ['documents', 1, AnsweringLinkView],
    ['documents', 2, OpenedClientPageLink],
    ['documents', 3, TimelineView],
    ['invoicing-rules', 0, TotalsView],
    ['invoicing-rules', 1, SeriesAuditView],
    ['receivables', 0, ReceivablesView],
    ['pagination', 1, Page],
    ['pagination', 2, Tombstone],
  ];
  it.each(shown)('%s, block %i', async (name, place, view) => {
    const json = (await jsonOf(name))[place];
    expect(view.strict().parse(json)).toEqual(json);
  });
});

describe('the guide on leaked keys', () => {
  it('shows a response that matches the schema', async () => {
    const [answer] = await jsonOf('leaked-keys');
    expect(BurnedKey.strict().parse(answer)).toEqual({ status: 'revoked', prefix: EXAMPLE_KEY.slice(0, 12) });
  });

  it('has the published scanner rules and checksum', async () => {
    const text = await guide('leaked-keys');
    const { pattern, length, alphabet, prefix, sandboxPrefix } = keyFormat('');
    expect(text).toContain(`regex = '''${pattern}'''`);
    expect(text).toContain(`key: '${pattern}'`);
    expect(text).toContain(`DIGITS = "${alphabet}"`);
    expect(text).toContain(`startswith(("${prefix}", "${sandboxPrefix}")) and len(text) == ${length}`);
  });

  withProgram('Python', it)('has a program that recognises keys', async () => {
    const python = /```python\n([\s\S]*?)```/.exec(await guide('leaked-keys'))?.[1] ?? '';
    const { secret } = generateSecret((count) => 'q7Tn0Zc4'.repeat(4).slice(0, count));
    for (const [key, is] of [
      [secret, 'True'],
      [EXAMPLE_KEY, 'True'],
      [EXAMPLE_SANDBOX_KEY, 'True'],
      [`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`, 'False'],
    ] as const) {
      expect(spawnSync('python3', ['-c', python, key], { encoding: 'utf8' }).stdout.trim()).toBe(is);
    }
  });
});

describe('the guide on batches', () => {
  const Result = InvoiceBatchResult.shape.results.element;

  it('shows a response that matches the schema', async () => {
    const [answer] = await jsonOf('batches-and-dry-runs');
    // The guide shows only a part of the record.
    const { results, ...summed } = InvoiceBatchResult.extend({ results: Result.omit({ record: true }).array() })
      .strict()
      .parse(answer);
    expect(results.map(({ status, problem }) => [status, problem?.status])).toEqual([
      [201, undefined],
      [422, 422],
    ]);
    expect(summed).toEqual({ created: 1, refused: 1 });
    expect(exampleProblem('invalid_body')).toMatchObject({ title: results[1]?.problem?.title });
  });

  it('states how many items a batch accepts', async () => {
    expect(await guide('batches-and-dry-runs')).toContain(`up to ${BATCH_MAX} records in one request`);
  });
});

describe('the guide on retrying', () => {
  it('states how long responses are stored, and what to do for every status', async () => {
    const text = await guide('idempotency');
    expect(text).toContain(`**${IDEMPOTENCY_DAYS} days**`);
    for (const code of ['idempotency_in_flight', 'idempotency_key_reused', 'idempotency_key_malformed'] as const) {
      const { kind } = PROBLEMS[code];
      expect(text).toContain(`[\`${code}\`](/docs/errors/${code}/)`);
      if (kind !== 'malformed') expect(text).toContain(`| ${HTTP_STATUS[kind].code} [\`${code}\`]`);
    }
  });
});

/** The rows of the table with this head: the name of a list, and the code words in the second column. */
async function tableOf(head: string, name = 'pagination'): Promise<ReadonlyMap<string, string[]>> {
  const [, after = ''] = (await guide(name)).split(`| ${head} |\n| --- | --- |\n`);
  const rows = (after.split('\n\n')[0] ?? '').split('\n').map((row) => row.match(/`[^`]+`/g) ?? []);
  return new Map(rows.map(([list = '', ...words]) => [list.slice(1, -1), words.map((word) => word.slice(1, -1))]));
}

const EXPANDING = 'Record | `expand` takes';

interface QueryParameter {
  readonly name?: string;
  readonly in?: string;
  readonly schema?: { readonly pattern?: string; readonly items?: { readonly enum?: readonly string[] } };
}
type ListParameters = ReadonlyMap<string, QueryParameter['schema']>;

const PAGE = ['limit', 'cursor'];

/** The query parameters of every list that has filters, by its path, in the order of the paths. */
async function filteredLists(): Promise<(readonly [path: string, parameters: ListParameters])[]> {
  const text = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
  const { paths } = JSON.parse(text) as { paths: Record<string, { get?: { parameters?: QueryParameter[] } }> };
  return Object.keys(paths)
    .filter((path) => !path.includes('{'))
    .sort()
    .map((path): readonly [string, ListParameters] => {
      const query = (paths[path]?.get?.parameters ?? []).filter((each) => each.in === 'query');
      return [path, new Map(query.map(({ name = '', schema }) => [name, schema]))];
    })
    .filter(([, parameters]) => parameters.has('cursor') && parameters.size > PAGE.length);
}

/** The lists of records: those that can be sorted. */
const recordLists = async () => (await filteredLists()).filter(([, parameters]) => parameters.has('sort'));

const pathsOf = (lists: readonly (readonly [string, ListParameters])[]) => lists.map(([path]) => path);

describe('the guide on lists', () => {
  const SHARED = ['externalId', 'createdAfter', 'createdBefore', 'updatedSince', 'sort', 'includeTotal'];

  it('names exactly the filters of every list', async () => {
    const documented = await tableOf('List | Filters');
    const expandable = await tableOf(EXPANDING, 'expanding');
    const lists = await filteredLists();
    expect(lists.length).toBeGreaterThan(8);
    expect([...documented.keys()].sort()).toEqual(pathsOf(lists));
    for (const [list, parameters] of lists) {
      const shared = [...(parameters.has('sort') ? SHARED : []), ...(expandable.has(list) ? ['expand'] : [])];
      const known = [...PAGE, ...shared, ...(documented.get(list) ?? [])];
      expect([list, ...known.sort()]).toEqual([list, ...[...parameters.keys()].sort()]);
    }
  });

  it('names exactly the members by which a list can be sorted', async () => {
    const documented = await tableOf('List | Can be sorted by');
    const lists = await recordLists();
    expect([...documented.keys()].sort()).toEqual(pathsOf(lists));
    const candidates = [...new Set([...documented.values()].flat())];
    for (const [list, parameters] of lists) {
      const accepted = new RegExp(parameters.get('sort')?.pattern ?? '^$');
      const taken = candidates.filter((sort) => accepted.test(sort));
      expect([list, ...taken.sort()]).toEqual([list, ...(documented.get(list) ?? []).sort()]);
    }
  });
});

describe('the guide on expanding', () => {
  it('names exactly the expansions of each record, and their permissions', async () => {
    const documented = await tableOf(EXPANDING, 'expanding');
    for (const [list, parameters] of await recordLists()) {
      const taken = parameters.get('expand')?.items?.enum ?? [];
      expect([list, ...[...taken].sort()]).toEqual([list, ...(documented.get(list) ?? []).sort()]);
    }
    const rows = [...(await tableOf('Expansion | Permission', 'expanding'))].map(([first, rest]) => [first, ...rest]);
    const needed = rows.flatMap((words) => words.slice(0, -1).map((name) => [name, words.at(-1)]));
    expect(Object.fromEntries(needed)).toEqual(EXPANSIONS);
  });

  it('shows a response with the requested expansions', async () => {
    const asked = /\?expand=([^"]+)/.exec(await guide('expanding'))?.[1];
    const [answer] = await jsonOf('expanding');
    expect(Object.keys((answer as { expanded: object }).expanded).join(',')).toBe(asked);
  });
});

import { PLAIN_NAMES, PLAIN_RECORDS } from '@billhook/contract/examples/plain-records';
import { messageText, type StoredMessage } from '@billhook/contract/webhooks/message';
import type { Filters } from '@billhook/db/lists/filter';
import { orderOf } from '@billhook/db/lists/sort';
import type { Wake } from '@billhook/db/outbox';
import { sideOf } from '@billhook/db/statement-side';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { RESOURCES } from '@billhook/domain/shared/resources';
import { PAYLOADS } from '@billhook/domain/webhooks/endpoint';
import { RecordRepository, type RecordShape } from '@billhook/invoicing/records/record.repository';
import type { Platform } from '@billhook/platform/nest/platform.module';
import { isOwnTable } from '@billhook/testing/own-tables';
import { withClient } from '@billhook/testing/test-server';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { AppModule } from '../../src/app.module.js';
import { configureApp, createAdapter } from '../../src/app.setup.js';
import { isToolOperation } from '../../src/mcp/tool-table.rules.js';
import { CommittedDocument } from '../../src/openapi/committed-document.js';
import { operationsOf } from '../../src/openapi/steps/openapi-operations.rules.js';
import { declaredRoutes, type DeclaredRoute } from '../../src/request/routes/declared-routes.rules.js';
import { RETURNS_NOTHING } from '../../src/request/routes/route.decorator.js';
import { surfaceOf } from '../../src/request/surface.rules.js';
import { TestApi } from '../support/api.js';
import { clientBody, invoiceBody, line } from '../support/bodies.js';
import { Answers } from '../support/conformance-answers.js';
import { markOverdue, signChains } from '../support/document-states.js';
import { faultsOfTable, resourceFaults, type ResourceClaims, type ResourceFacts } from '../support/resource-faults.js';
import { startApi } from '../support/start.js';
import { World } from '../support/world.js';

const api = await startApi();

/** Every handler of every controller, independent of any list. */
const routes = (): DeclaredRoute[] => declaredRoutes(api.app.get(ModulesContainer));

/** As the document writes it: `/v1/invoices/{id}`. */
const documented = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** The application with a route without an access rule. */
async function createAppWithForgotten(platform: Platform, wake: Wake): Promise<NestFastifyApplication> {
  const { imports = [], ...module } = AppModule.with(platform, wake);
  const withForgotten = { ...module, imports: [...imports, ForgottenModule] };
  const app = await NestFactory.create<NestFastifyApplication>(withForgotten, createAdapter(platform), {
    logger: false,
  });
  await configureApp(app).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  return app;
}

@Controller('v1/forgotten')
class ForgottenController {
  @Get()
  list(): void {}
}

@Module({ controllers: [ForgottenController] })
class ForgottenModule {}

describe('every route', () => {
  it('declares its access rule', () => {
    expect(routes().filter(({ access }) => access === undefined)).toEqual([]);
  });

  it('prevents the application from starting otherwise', async () => {
    await expect(TestApi.beside(api, {}, createAppWithForgotten)).rejects.toThrow(
      'ForgottenController.list (GET /v1/forgotten) has no access rule',
    );
  });

  it('declares its response, or that it has no body', () => {
    const vague = routes()
      .filter(({ handler }) => !Reflect.hasMetadata('swagger/apiExcludeEndpoint', handler))
      .filter(({ handler }) => {
        const serializer = Reflect.getMetadata('class_serializer:options', handler) as { schema?: unknown } | undefined;
        return serializer?.schema === undefined && !Reflect.hasMetadata(RETURNS_NOTHING, handler);
      });
    expect(vague.map((route) => route.name)).toEqual([]);
  });

  it('of the API is in the document, and no other route is', () => {
    const ofApi = (of: readonly DeclaredRoute[]) =>
      of.flatMap(({ method, paths }) =>
        paths.filter((path) => surfaceOf(path) === 'api').map((path) => `${method} ${documented(path)}`),
      );
    const isLeftOut = ({ handler }: DeclaredRoute) => Reflect.hasMetadata('swagger/apiExcludeEndpoint', handler);
    const there = ofApi(routes().filter((route) => !isLeftOut(route)));
    const listed = operationsOf(api.app.get(CommittedDocument).document).map(
      ({ method, path }) => `${method.toUpperCase()} ${path}`,
    );
    expect(there.length).toBeGreaterThan(50);
    expect(listed.sort()).toEqual(there.sort());
    expect(ofApi(routes().filter(isLeftOut))).toEqual([]);
  });
});

describe('every permission', () => {
  it('guards a route', () => {
    const used = new Set(routes().map(({ access }) => access));
    expect(MEMBER_PERMISSIONS.filter((permission) => !used.has(permission))).toEqual([]);
  });
});

describe('every event type', () => {
  it('is emitted by a request or the clock, and matches its schema', async () => {
    const world = new World(api);
    const key = await world.key();
    const post = async (path: string, body?: unknown): Promise<number> => {
      const answer = await key.call<{ id: number }>('POST', path, { body });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
      return answer.body.id;
    };
    for (const name of PLAIN_NAMES) {
      const { body, edit } = PLAIN_RECORDS[name];
      const path = `/v1/${RESOURCES[name].plural}`;
      const id = await post(path, body);
      await key.call('PATCH', `${path}/${id}`, { body: edit });
      await key.call('DELETE', `${path}/${id}`);
    }

    const client = await post('/v1/clients', clientBody);
    const quote = await post('/v1/quotes', invoiceBody(client));
    await key.call('PATCH', `/v1/quotes/${quote}`, { body: { title: 'Second' } });
    await key.call('DELETE', `/v1/quotes/${quote}`);

    const draft = await post('/v1/invoices', invoiceBody(client));
    await key.call('PATCH', `/v1/invoices/${draft}`, { body: { purchaseOrder: 'PO-1' } });
    await key.call('DELETE', `/v1/invoices/${draft}`);

    const sent = await post('/v1/invoices', { ...invoiceBody(client), dueDate: '2999-01-01' });
    await post(`/v1/invoices/${sent}/send`);
    await post(`/v1/invoices/${sent}/reject`, { code: 'Other' });
    await post(`/v1/invoices/${sent}/reopen`, {});
    const pay = (amount: string) => ({
      clientId: client,
      date: '2026-11-21',
      amount,
      currency: 'EUR',
      allocations: [{ invoiceId: sent, amount }],
    });
    const part = await post('/v1/payments', pay('80.00'));
    await post('/v1/payments', pay('1000.00'));
    await key.call('DELETE', `/v1/payments/${part}?reason=mistake`);

    const due = await post('/v1/invoices', { ...invoiceBody(client), lines: [line] });
    await post(`/v1/invoices/${due}/send`);
    const { companyId } = key;
    await api.database.query({
      name: 'test_due',
      text: 'UPDATE invoices SET due_date = issue_date WHERE company_id = $1 AND id = $2',
      values: [companyId, due],
    });
    api.clock.advance(3 * 86_400_000);
    await markOverdue(api);
    await signChains(api);

    const produced = new Set((await api.events()).map((event) => event.type));
    expect(EVENT_TYPES.filter((type) => !produced.has(type))).toEqual([]);
  });

  it('has messages that match the webhooks of the document, in each of their forms', async () => {
    const { document } = api.app.get(CommittedDocument);
    const answers = new Answers(document);
    const stored = await api.database.query<StoredMessage>({
      name: 'test_messages',
      text: `SELECT DISTINCT ON (type, changes IS NULL) type, resource_id AS "resourceId", body, changes,
        resource_version AS "resourceVersion" FROM events WHERE body IS NOT NULL AND NOT test`,
    });
    expect(Object.keys(document.webhooks ?? {}).sort()).toEqual([...EVENT_TYPES].sort());
    expect(new Set(stored.map(({ type }) => type)).size).toBe(EVENT_TYPES.length);
    const differences = stored.flatMap((message) => {
      const schema = `#/webhooks/${message.type}/post/requestBody/content/application~1json/schema`;
      return PAYLOADS.flatMap((payload) => {
        const sent: unknown = JSON.parse(messageText(message, payload, api.url));
        const errors = answers.errors(payload === 'Thin' ? '#/components/schemas/ThinMessage' : schema, sent);
        return errors.map((error) => `${message.type}, ${payload}: ${error}`);
      });
    });
    expect(differences).toEqual([]);
  });
});

describe('the database', () => {
  /** Written by programs of 0.2.0, which run beside this release: the next one drops them. */
  const LEFT = ['ALTER TABLE "companies" DROP COLUMN "creates_card"'];

  it('has the columns of the entities: migrations and code agree', async () => {
    const source = await new DataSource(api.app.get(DataSource).options).initialize();
    // Without it, TypeORM looks for each table in the first schema of the path.
    for (const metadata of source.entityMetadatas)
      metadata.schema = sideOf(metadata.tableName) === 'global' ? 'public' : 'cell_1';
    const log = await source.driver.createSchemaBuilder().log();
    await source.destroy();
    // Indexes and constraints are the migrations' own business; columns are shared.
    const drift = log.upQueries
      .map((query) => query.query)
      .filter((sql) => /(ADD|DROP|ALTER) (COLUMN )?"|CREATE TABLE|DROP TABLE|ALTER COLUMN/.test(sql));
    expect(drift.filter((sql) => !/CONSTRAINT/.test(sql))).toEqual(LEFT);
  });

  it('has no table without an entity', async () => {
    const tables = await api.database.query<{ name: string }>({
      name: 'test_tables',
      // What a crash empties (counters of rate limits) holds no records; the days of a partitioned table are that table.
      text: `SELECT relname AS name FROM pg_class c WHERE ${isOwnTable('c')} AND relkind IN ('r', 'p')
        AND NOT relispartition AND relpersistence = 'p' AND relname <> 'migrations'`,
    });
    const known = api.app.get(DataSource).entityMetadatas.map((metadata) => metadata.tableName);
    expect(tables.map((table) => table.name).filter((name) => !known.includes(name))).toEqual([]);
  });
});

/** What the record repositories read and write. */
const shapes = (): RecordShape<unknown, unknown, unknown>[] => {
  const found = [...api.app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.providers.values()].map(({ instance }) => instance))
    .filter((instance) => instance instanceof RecordRepository)
    .map((repository) => Reflect.get(repository, 'shape') as RecordShape<unknown, unknown, unknown>);
  return [...new Map(found.map((shape) => [shape.table, shape])).values()];
};

describe('the table of resources', () => {
  const facts = (): ResourceFacts => ({
    routes: routes().flatMap(({ method, paths, access }) => paths.map((path) => ({ method, path, access }))),
    tables: api.app
      .get(DataSource)
      .entityMetadatas.filter((metadata) => metadata.findColumnWithDatabaseName('company_id'))
      .map((metadata) => metadata.tableName),
    repositories: new Map(shapes().map(({ resource, table }) => [resource, table])),
    toolPaths: operationsOf(api.app.get(CommittedDocument).document)
      .filter(({ method, operation }) => method === 'get' && isToolOperation(operation.operationId ?? ''))
      .map(({ path }) => path),
  });

  it('says what the application has', () => {
    expect(faultsOfTable(facts())).toEqual([]);
  });

  it.each<[member: keyof ResourceClaims, value: unknown, fault: string]>([
    ['plural', 'goods', 'payment: plural: no route is GET …/goods'],
    ['read', 'client.read', 'payment: read: no list requires client.read'],
    ['write', 'audit.read', 'payment: write: no route requires audit.read'],
    ['write', null, 'payment: write: some route changes it'],
    ['table', 'payment_allocations', 'payment: table: payment_allocations does not exist or has no company_id'],
    ['table', 'invoices', 'payment: table: its record repository writes payments'],
    ['isRecord', false, 'payment: isRecord: a record repository has this resource'],
    ['hasTool', false, 'payment: hasTool: its list is a tool'],
  ])('is compared: a wrong %s, %j, is found', (member, value, fault) => {
    expect(resourceFaults('payment', { ...RESOURCES.payment, [member]: value }, facts())).toContain(fault);
  });

  it.each<[member: keyof ResourceClaims, fault: string]>([
    ['isRecord', 'member: isRecord: no record repository has this resource'],
    ['hasTool', 'member: hasTool: its list is no tool'],
    ['hasPages', 'checkpoint: hasPages: no route is GET /app/checkpoints'],
  ])('is compared: a %s that is not true is found', (member, fault) => {
    const name = fault.startsWith('member') ? 'member' : 'checkpoint';
    expect(resourceFaults(name, { ...RESOURCES[name], [member]: true }, facts())).toContain(fault);
  });
});

describe('every list of records', () => {
  it('is read from an index in each order and by its search, and its externalIds are unique', async () => {
    const unindexed: string[] = [];
    await withClient(api.databaseUrl, async (client) => {
      // PostgreSQL then sorts only where no index has the order.
      await client.query('SET search_path = cell_1, public; SET enable_sort = off; SET enable_seqscan = off');
      for (const { table, list } of shapes()) {
        for (const by of ['id', ...Object.keys(list.sorts)]) {
          const sort = { by, descending: false, idDescending: false };
          for (const { where, order } of orderOf(list.sorts, sort, undefined, String).stretches) {
            const explained = await client.query<{ 'QUERY PLAN': string }>(
              `EXPLAIN SELECT FROM ${table} r WHERE r.company_id = ANY (ARRAY[1::bigint]) AND ${where} ORDER BY ${order} LIMIT 1`,
            );
            const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
            if (/^\s*(->)?\s*Sort\b/m.test(plan)) unindexed.push(`${table} WHERE ${where} ORDER BY ${order}`);
          }
        }
        // Without the company, only the trigram index has the search. That of clients serves the others as well.
        const { any = [] } = (list.filters as Filters<{ q: string }>).q?.('lumen') ?? {};
        for (const way of any.filter((sql) => !sql.includes('FROM clients'))) {
          const explained = await client.query<{ 'QUERY PLAN': string }>(
            `EXPLAIN SELECT FROM ${table} r WHERE ${way.replaceAll('?', `'lumen'`)}`,
          );
          const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
          if (!plan.includes(`Bitmap Index Scan on ${table}_words`)) unindexed.push(`${table} WHERE ${way}`);
        }
        const unique = await client.query(
          `SELECT FROM pg_indexes WHERE tablename = $1
            AND indexdef LIKE 'CREATE UNIQUE INDEX % (company_id, external_id) WHERE (%external_id IS NOT NULL)%'`,
          [table],
        );
        if (unique.rowCount === 0) unindexed.push(`${table} UNIQUE (company_id, external_id)`);
      }
    });
    expect(unindexed).toEqual([]);
  });
});

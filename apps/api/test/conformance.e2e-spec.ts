import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreditNoteView } from '@billhook/contract/credit-note';
import { exampleCreditNote } from '@billhook/contract/example-records';
import { EVENT_TYPES } from '@billhook/domain/events';
import { ALL_PERMISSIONS } from '@billhook/domain/permissions';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { markFallenDue } from '@billhook/records/invoices/fall-due';
import { InvoicesRepository } from '@billhook/records/invoices/invoices.repository';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ModulesContainer } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { OpenApiDocument } from '../src/openapi/openapi-document.js';
import { TestApi } from './support/api.js';
import { clientBody, invoiceBody, line } from './support/bodies.js';
import { World } from './support/world.js';

let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

interface Route {
  readonly name: string;
  readonly handler: object;
}

/** Every handler of every controller, found without asking any list of ours. */
function routes(): Route[] {
  return [...api.app.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].flatMap(({ metatype }) => {
      const prototype = metatype?.prototype as Record<string, unknown>;
      return Object.getOwnPropertyNames(prototype)
        .filter((name) => name !== 'constructor')
        .map((name) => ({ name: `${metatype?.name}.${name}`, handler: prototype[name] }))
        .filter(
          (route): route is Route => typeof route.handler === 'function' && Reflect.hasMetadata('path', route.handler),
        );
    }),
  );
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & { 'x-permission'?: string };

function operations(document: OpenAPIObject) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation: Operation | undefined = item[method];
      return operation ? [{ name: `${method.toUpperCase()} ${path}`, method, path, operation }] : [];
    }),
  );
}

describe('every route', () => {
  it('declares who may call it', () => {
    const undeclared = routes().filter(({ handler }) => {
      const config = Reflect.getMetadata('__fastify_route_config__', handler) as { access?: string } | undefined;
      return config?.access === undefined;
    });
    expect(undeclared.map((route) => route.name)).toEqual([]);
  });

  it('declares what it returns, or that it returns nothing', () => {
    const vague = routes()
      .filter(({ handler }) => !Reflect.hasMetadata('swagger/apiExcludeEndpoint', handler))
      .filter(({ handler }) => {
        const serializer = Reflect.getMetadata('class_serializer:options', handler) as { schema?: unknown } | undefined;
        return serializer?.schema === undefined && Reflect.getMetadata('__httpCode__', handler) !== 204;
      });
    expect(vague.map((route) => route.name)).toEqual([]);
  });

  it('is found at all: the walk sees the routes that the document has', () => {
    expect(routes().length).toBeGreaterThan(30);
    expect(operations(api.app.get(OpenApiDocument).document).length).toBeGreaterThanOrEqual(routes().length - 1);
  });
});

describe('every permission', () => {
  it('guards a route', () => {
    const used = new Set(
      routes().map(
        ({ handler }) => (Reflect.getMetadata('__fastify_route_config__', handler) as { access?: string }).access,
      ),
    );
    expect(ALL_PERMISSIONS.filter((permission) => !used.has(permission))).toEqual([]);
  });
});

describe('every operation of the OpenAPI document', () => {
  it('has a summary, a tag, its permission, and its refusals', () => {
    const { document } = api.app.get(OpenApiDocument);
    for (const { name, path, operation } of operations(document)) {
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/^\S.{5,}/)]);
      expect([name, operation.tags?.length]).toEqual([name, 1]);
      expect([name, operation['x-permission']]).toEqual([name, expect.any(String)]);
      const guarded = operation['x-permission'] !== 'public' && !path.startsWith('/health');
      if (guarded)
        expect([name, Object.keys(operation.responses ?? {})]).toEqual([name, expect.arrayContaining(['401'])]);
      const needs = ALL_PERMISSIONS.some((permission) => permission === operation['x-permission']);
      if (needs)
        expect([name, Object.keys(operation.responses ?? {})]).toEqual([name, expect.arrayContaining(['403'])]);
    }
  });

  it('stands under a tag that says what it is for', () => {
    const { document } = api.app.get(OpenApiDocument);
    const described = (document.tags ?? []).map(({ name }) => name);
    const used = operations(document).flatMap(({ operation }) => operation.tags ?? []);
    expect([...new Set(used)].sort()).toEqual([...described].sort());
  });

  it('has a unique operationId', () => {
    const ids = operations(api.app.get(OpenApiDocument).document).map(({ operation }) => operation.operationId);
    expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([]);
  });

  it('shows an example of its body', () => {
    const { document } = api.app.get(OpenApiDocument);
    for (const { name, operation } of operations(document)) {
      const body = operation.requestBody as
        { content?: Record<string, { schema?: { $ref?: string; example?: unknown } }> } | undefined;
      const schema = body?.content?.['application/json']?.schema;
      if (!schema) continue;
      const target = schema.$ref?.split('/').at(-1);
      const resolved = target ? (document.components?.schemas?.[target] as { example?: unknown }) : schema;
      expect([name, resolved.example]).toEqual([name, expect.anything()]);
    }
  });

  it('refers only to schemas that are there', () => {
    const { document } = api.app.get(OpenApiDocument);
    const refs = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name ?? '',
    );
    const known = Object.keys(document.components?.schemas ?? {});
    expect([...new Set(refs)].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('is what is committed for the docs site (npm run openapi writes it)', async () => {
    const committed: unknown = JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
    expect(JSON.parse(JSON.stringify(api.app.get(OpenApiDocument).document))).toEqual(committed);
  });
});

describe('every event type', () => {
  it('is produced by what the API and the clock do, and carries what its schema says', async () => {
    const world = new World(api);
    const key = await world.key();
    const post = async (path: string, body?: unknown): Promise<number> => {
      const answer = await key.call<{ id: number }>('POST', path, { body });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
      return answer.body.id;
    };
    const spare = await post('/v1/clients', clientBody);
    await key.call('PATCH', `/v1/clients/${spare}`, { body: { phone: '1' } });
    await key.call('DELETE', `/v1/clients/${spare}`);

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
    await markFallenDue(api.app.get(UnitOfWork), api.app.get(InvoicesRepository), api.clock);

    const produced = new Set((await api.events()).map((event) => event.type));
    expect(EVENT_TYPES.filter((type) => !produced.has(type))).toEqual([]);
  });
});

describe('the database', () => {
  it('has the columns that the entities say: no drift between migrations and code', async () => {
    const log = await api.app.get(DataSource).driver.createSchemaBuilder().log();
    // Indexes and constraints are the migrations' own business; columns are shared.
    const drift = log.upQueries
      .map((query) => query.query)
      .filter((sql) => /(ADD|DROP|ALTER) (COLUMN )?"|CREATE TABLE|DROP TABLE|ALTER COLUMN/.test(sql));
    expect(drift.filter((sql) => !/CONSTRAINT/.test(sql))).toEqual([]);
  });

  it('has no table without an entity', async () => {
    const tables = await api.database.query<{ name: string }>({
      name: 'test_tables',
      text: `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT IN ('migrations', 'number_series')`,
    });
    const known = api.app.get(DataSource).entityMetadatas.map((metadata) => metadata.tableName);
    expect(tables.map((table) => table.name).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('examples of the contract', () => {
  it('are taken by their own schemas', async () => {
    const modules = await Promise.all(
      [
        ...['client', 'invoice', 'quote', 'payment', 'credit-note', 'series', 'public-document'],
        ...['api-key', 'webhook', 'session', 'company'],
      ].map((name) => import(`@billhook/contract/${name}`) as Promise<Record<string, unknown>>),
    );
    const schemas = modules
      .flatMap((module) => Object.values(module))
      .filter((value): value is z.ZodType => value instanceof z.ZodType);
    const withExamples = schemas.filter((schema) => schema.meta()?.['example'] !== undefined);
    expect(withExamples.length).toBeGreaterThan(10);
    for (const schema of withExamples) {
      const result = schema.safeParse(schema.meta()?.['example']);
      expect([schema.meta()?.id, result.error?.issues]).toEqual([schema.meta()?.id, undefined]);
    }
  });

  it('of records too', () => {
    expect(CreditNoteView.strict().parse(exampleCreditNote)).toEqual(exampleCreditNote);
  });
});

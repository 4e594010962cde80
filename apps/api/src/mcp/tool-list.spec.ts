import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { toolExamples } from '../../test/support/tool-examples.js';
import { buildOpenApi } from '../openapi/openapi-document.js';
import { operationsOf } from '../openapi/steps/openapi-operations.js';
import { previewApp } from '../openapi/preview-app.js';
import { toolName, toolsOf, type OperationTool } from './tool-list.js';
import { CONTROLS } from './tool-schema.js';
import { EXCLUSIONS, TOOL_DECISIONS } from './tool-table.js';

let document: OpenAPIObject;
let tools: ReadonlyMap<string, OperationTool>;

beforeAll(async () => {
  const app = await previewApp();
  document = buildOpenApi(app);
  await app.close();
  tools = toolsOf(document);
});

const exceptions = (holds: (tool: OperationTool) => boolean): string[] =>
  [...tools.values()].filter((tool) => !holds(tool)).map(({ listed }) => listed.name);

const toolOf = (name: string): OperationTool => {
  const tool = tools.get(name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool;
};

describe('the tools', () => {
  it('are decided for every operation, and for no other', () => {
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(Object.keys(TOOL_DECISIONS).sort()).toEqual([...new Set(ids)].sort());
    const words = [...Object.keys(EXCLUSIONS), 'tool', 'final tool'];
    expect(Object.values(TOOL_DECISIONS).filter((decision) => !words.includes(decision))).toEqual([]);
  });

  it('are few enough for a model to choose from, and their list fits into its context', () => {
    expect(tools.size).toBeGreaterThanOrEqual(30);
    expect(tools.size).toBeLessThanOrEqual(60);
    const listed = [...tools.values()].map((tool) => tool.listed);
    expect(JSON.stringify(listed).length).toBeLessThan(120_000);
  });

  it('are those that the guide lists, with those that write apart', async () => {
    const guide = await readFile(new URL('../../../docs/guides/assistants.md', import.meta.url), 'utf8');
    const rows = [...guide.matchAll(/^\| [\w ]+ \| (`.*?) \| (.*?) ?\|$/gm)];
    const column = (index: number) =>
      rows.flatMap((row) => [...(row[index] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)).sort();
    const those = (writes: boolean) =>
      [...tools.values()].filter(({ places }) => places.writes === writes).map(({ listed }) => listed.name);
    expect(column(1)).toEqual(those(false).sort());
    expect(column(2)).toEqual(those(true).sort());
  });

  it.each([
    ['Invoices.writeOff', 'invoices_write_off'],
    ['CreditNotes.list', 'credit_notes_list'],
    ['WebhookDeliveries.resend', 'webhook_deliveries_resend'],
  ])('%s is %s', (operationId, name) => {
    expect(toolName(operationId)).toBe(name);
    expect(tools.has(name)).toBe(true);
  });

  it('have names, titles and descriptions that clients accept', () => {
    expect(exceptions(({ listed }) => /^[a-z][a-z_]{2,59}$/.test(listed.name))).toEqual([]);
    expect(exceptions(({ listed: { title = '' } }) => title.length > 5)).toEqual([]);
    expect(exceptions(({ listed: { description = '' } }) => !/^\.|Requires `/.test(description))).toEqual([]);
  });

  it('that write support a dry run, and are in the pipeline of POST, PATCH, PUT or DELETE', () => {
    expect(exceptions(({ places, operation }) => !places.writes || operation.runsDry)).toEqual([]);
    expect(exceptions(({ places, operation }) => places.writes === operation.permission?.endsWith('.write'))).toEqual([
      'me_get',
      'webhook_endpoints_list',
      'webhook_endpoints_get',
      'webhook_deliveries_list',
      'webhook_deliveries_get',
    ]);
  });

  it('say what they do to records', () => {
    const hints = (name: string) => {
      const { readOnlyHint, destructiveHint } = toolOf(name).listed.annotations ?? {};
      return readOnlyHint ? 'reads' : destructiveHint ? 'destroys' : 'adds';
    };
    expect(
      Object.fromEntries(
        [
          ...['invoices_list', 'invoices_validate', 'invoices_create', 'invoices_duplicate'],
          ...['invoices_update', 'invoices_delete', 'invoices_send', 'credit_notes_create', 'payments_create'],
        ].map((name) => [name, hints(name)]),
      ),
    ).toEqual({
      invoices_list: 'reads',
      invoices_validate: 'reads',
      invoices_create: 'adds',
      invoices_duplicate: 'adds',
      invoices_update: 'destroys',
      invoices_delete: 'destroys',
      invoices_send: 'destroys',
      credit_notes_create: 'destroys',
      payments_create: 'adds',
    });
  });
});

describe('the input schema of every tool', () => {
  it('is an object without alternatives at its root, which some models reject', () => {
    const words = ['oneOf', 'anyOf', 'allOf', 'not', '$ref'];
    expect(exceptions(({ listed }) => words.every((word) => !(word in listed.inputSchema)))).toEqual([]);
    expect(exceptions(({ listed }) => !/"example"|#\/components/.test(JSON.stringify(listed.inputSchema)))).toEqual([]);
  });

  it('has no member of an operation with the name of a control or of another place', () => {
    const members = ({ operation, places }: OperationTool): string[] => {
      const { requestBody } = operation.operation;
      const body = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.schema : {};
      const name = body && '$ref' in body ? (body.$ref.split('/').at(-1) ?? '') : '';
      const schema = (document.components?.schemas?.[name] ?? {}) as { properties?: object };
      return [...places.path, ...places.query, ...Object.keys(schema.properties ?? {})];
    };
    expect(exceptions((tool) => new Set(members(tool)).size === members(tool).length)).toEqual([]);
    expect(exceptions((tool) => members(tool).every((name) => !(name in CONTROLS)))).toEqual([]);
  });

  it('is valid, and accepts the example of the operation', () => {
    const examples = toolExamples(document);
    const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
    const wrong = [...tools.values()].flatMap(({ listed }) => {
      const validate = ajv.compile(listed.inputSchema);
      const example = examples.get(listed.name) ?? {};
      return validate(example) ? [] : [{ name: listed.name, example, errors: validate.errors }];
    });
    expect(wrong).toEqual([]);
  });

  it('rejects an argument that the tool does not have', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    const validate = ajv.compile(toolOf('invoices_get').listed.inputSchema);
    expect([validate({ id: 1 }), validate({ id: 1, nothing: 2 }), validate({})]).toEqual([true, false, false]);
  });
});

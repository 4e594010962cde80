import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { FILTERED_REFERENCES } from '@billhook/contract/invoicing/document-fields';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { toolExamples } from '../../test/support/tool-examples.js';
import { buildOpenApi } from '../openapi/openapi-document.js';
import { operationsOf } from '../openapi/steps/openapi-operations.rules.js';
import { previewApp } from '../preview-app.js';
import { ASSISTANT_TOOLS } from './assistant-tools.service.js';
import { wholeSchemaOf } from './listed-schema.rules.js';
import { withTools } from './tool-guide.rules.js';
import { toolName, toolsOf, type OperationTool } from './tool-list.rules.js';
import { CONTROLS } from './tool-schema.rules.js';
import { EXCLUSIONS, TOOL_DECISIONS } from './tool-table.rules.js';

/** What these specs read of a schema. */
interface Member {
  readonly enum?: readonly string[];
  readonly items?: Member;
  readonly properties?: Readonly<Record<string, Member>>;
  readonly required?: readonly string[];
}

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
    const listed = [...[...tools.values()].map((tool) => tool.listed), ...ASSISTANT_TOOLS];
    expect(listed.length).toBeGreaterThanOrEqual(30);
    expect(listed.length).toBeLessThanOrEqual(60);
    expect(Buffer.byteLength(JSON.stringify({ tools: listed }))).toBeLessThanOrEqual(48_000);
  });

  it('are those that the guide lists, with those that write apart', async () => {
    const guide = await readFile(new URL('../../../docs/guides/assistants.md', import.meta.url), 'utf8');
    const rows = [...guide.matchAll(/^\| [\w ]+ \| (`.*?) \| (.*?) ?\|$/gm)];
    const column = (index: number) =>
      rows.flatMap((row) => [...(row[index] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)).sort();
    const those = (writes: boolean) =>
      [...tools.values()].filter(({ places }) => places.writes === writes).map(({ listed }) => listed.name);
    const assisting = ASSISTANT_TOOLS.map(({ name }) => name);
    expect(column(1)).toEqual([...those(false), ...assisting].sort());
    expect(column(2)).toEqual(those(true).sort());
    // `npm run openapi` writes it.
    expect(withTools(guide, document)).toBe(guide);
  });

  it.each([
    ['Invoices.writeOff', 'invoices_write_off'],
    ['CreditNotes.list', 'credit_notes_list'],
    ['WebhookDeliveries.resend', 'webhook_deliveries_resend'],
  ])('%s is %s', (operationId, name) => {
    expect(toolName(operationId)).toBe(name);
    expect(tools.has(name)).toBe(true);
  });

  it('have names and descriptions that clients accept', () => {
    expect(exceptions(({ listed }) => /^[a-z][a-z_]{2,59}$/.test(listed.name))).toEqual([]);
    expect(exceptions(({ listed: { description = '' } }) => /^[A-Z][^.]{5,}\./.test(description))).toEqual([]);
  });

  it('give no advice that only a program follows', () => {
    const forPrograms = /Requires `\w+\.\w+|\bemits?\b|updatedSince|keep a copy|\/v1\/|separated by commas|=\w+&/i;
    expect(exceptions(({ listed }) => !forPrograms.test(JSON.stringify(listed)))).toEqual([]);
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

describe('wholeSchemaOf', () => {
  it('has all arguments of every tool with their rules, without references', () => {
    const names = ({ schema }: OperationTool) => Object.keys(schema['properties'] ?? {});
    expect(
      exceptions((tool) => {
        const whole = wholeSchemaOf(tool.schema);
        const all = Object.keys(whole['properties'] ?? {});
        return (
          names(tool).every((name) => all.includes(name)) &&
          !/"\$ref"|"if":|"propertyNames":/.test(JSON.stringify(whole))
        );
      }),
    ).toEqual([]);
  });

  it('says what is a decimal, what null clears, and which forms a body has', () => {
    const { properties } = wholeSchemaOf(toolOf('invoices_update').schema) as { properties: Record<string, Member> };
    expect(properties['roundingIncrement']).toEqual({
      type: 'string',
      description:
        'Decimal. The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding. null clears it',
    });
    expect(JSON.stringify(wholeSchemaOf(toolOf('quotes_convert').schema))).toContain('"oneOf":[{"type":"object"');
    const create = JSON.stringify(wholeSchemaOf(toolOf('invoices_create').schema));
    expect(create).toContain('Exactly one of amount, percent"');
    expect(create).toContain('Required with S, absent with O');
  });
});

describe('the input schema of every tool', () => {
  const text = ({ listed }: OperationTool): string => JSON.stringify(listed.inputSchema);

  it('has no words that some models reject or do not follow', () => {
    const words = /"(\$ref|\$defs|oneOf|anyOf|allOf|not|if|then|else|propertyNames|pattern|example)":/;
    expect(exceptions((tool) => !words.test(text(tool)))).toEqual([]);
  });

  it('names the values and the nested members, and says what is a decimal', () => {
    const { properties } = toolOf('invoices_create').listed.inputSchema as { properties: Record<string, Member> };
    expect(properties['lines']?.items?.required).toEqual(['name', 'quantity', 'unitPrice', 'taxCategory']);
    expect(properties['lines']?.items?.properties?.['unitPrice']).toEqual({
      type: 'string',
      description: 'Decimal, not negative',
    });
    expect(properties['lines']?.items?.properties?.['taxCategory']?.enum).toEqual(['S', 'Z', 'E', 'AE', 'K', 'G', 'O']);
    const convert = toolOf('quotes_convert').listed.inputSchema.properties as Record<string, Member>;
    expect(convert['body']?.properties?.['mode']?.enum).toEqual(['Whole', 'Percent', 'Lines', 'Amount', 'Remaining']);
    expect(convert['body']?.required).toEqual(['mode']);
  });

  it('has arguments of the operation only, and all that it requires', () => {
    type Schema = { readonly properties?: object; readonly required?: readonly string[] };
    const namesOf = ({ properties = {} }: Schema) => Object.keys(properties);
    expect(
      exceptions(({ listed, schema }) =>
        namesOf(listed.inputSchema as Schema).every((name) => namesOf(schema).includes(name)),
      ),
    ).toEqual([]);
    expect(
      exceptions(({ listed, schema }) => {
        const { required = [] } = schema as Schema;
        return JSON.stringify(listed.inputSchema.required ?? []) === JSON.stringify(required);
      }),
    ).toEqual([]);
  });

  it('of a tool that writes has the arguments that confirm, repeat and protect a call', () => {
    const has = ({ listed }: OperationTool, name: string) => name in (listed.inputSchema.properties ?? {});
    expect(exceptions((tool) => tool.places.writes === has(tool, 'confirm'))).toEqual([]);
    expect(exceptions((tool) => tool.places.writes === has(tool, 'idempotencyKey'))).toEqual([]);
    expect(exceptions((tool) => tool.places.version === has(tool, 'version'))).toEqual([]);
  });

  it('of a list names no reference of a document, so that another one needs no space', () => {
    const names = (tool: string) => Object.keys(toolOf(tool).listed.inputSchema.properties ?? {});
    expect(FILTERED_REFERENCES.length).toBeGreaterThan(0);
    for (const tool of ['invoices_list', 'quotes_list'])
      expect(names(tool).filter((name) => (FILTERED_REFERENCES as readonly string[]).includes(name))).toEqual([]);
  });

  it('that is shortened says where the rest is', () => {
    const shortened = ({ listed, schema }: OperationTool) =>
      Object.keys(schema['properties'] ?? {}).some(
        (name) =>
          !(name in (listed.inputSchema.properties ?? {})) && !/^(updatedSince|created(After|Before))$/.test(name),
      );
    expect(exceptions((tool) => shortened(tool) === /tools_describe/.test(tool.listed.description ?? ''))).toEqual([]);
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
});

import { EVENTS, EVENT_TYPES } from '@billhook/domain/events';
import { dataSchema } from '@billhook/contract/event';
import { exampleMessage } from '@billhook/contract/example-events';
import { exampleCreditNote } from '@billhook/contract/example-records';
import { PROBLEMS } from '@billhook/domain/problems';
import { PERMISSIONS, isPermission } from '@billhook/domain/permissions';
import { type INestApplication, Injectable } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { z } from 'zod';
import { PROBLEM_SCHEMA } from '../http/returns.decorator.js';
import { surfaceOf } from '../access/surface.js';
import { TAGS } from './openapi-tags.js';

const DESCRIPTION = `Billhook keeps a company's clients, quotes, invoices and payments, and tells your systems what happens to them.

Send \`Authorization: Bearer <API_KEY>\`. Keys are made in *Settings > API & Connections > My API keys*.
Amounts are decimal strings, never JSON numbers. Refusals are \`application/problem+json\` (RFC 9457) with a stable \`code\`.`;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** What every guarded operation of a surface may answer besides its own problems. */
const SURFACE_PROBLEMS = {
  api: { scheme: 'apiKey', unauthenticated: 'credential_missing' },
  settings: { scheme: 'session', unauthenticated: 'session_missing' },
  portal: { scheme: 'portal', unauthenticated: 'portal_session_missing' },
  document: { scheme: 'documentLink', unauthenticated: 'document_link_invalid' },
} as const;

const problemAnswer = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** What keeps a change from overwriting somebody else's. */
const IF_MATCH = {
  name: 'If-Match',
  in: 'header' as const,
  required: false,
  description: 'The ETag of the record as you read it; refused with 412 when it has changed since',
  schema: { type: 'string' as const, example: '"3"' },
};

type JsonSchema = Record<string, unknown>;

/** The OpenAPI 3.1 document, made from the routes themselves, so that it can not say anything else than they do. */
@Injectable()
export class OpenApiDocument {
  private app?: INestApplication;
  private built?: OpenAPIObject;

  /** Tells which application it describes. */
  of(app: INestApplication): void {
    this.app = app;
  }

  get document(): OpenAPIObject {
    if (!this.app) throw new Error('the document has no application yet');
    this.built ??= buildOpenApi(this.app);
    return this.built;
  }
}

/** Reads the routes of an application; it need not run. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Billhook API')
    .setVersion('1')
    .setDescription(DESCRIPTION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'This installation')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'bhk_ and 46 characters',
        description: 'An API key, from bhk_ on.',
      },
      'apiKey',
    )
    .addCookieAuth('billhook_session', { type: 'apiKey', in: 'cookie' }, 'session')
    .addCookieAuth('billhook_portal', { type: 'apiKey', in: 'cookie' }, 'portal')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: '32 letters and digits',
        description: 'What stands after the # in the link of a document.',
      },
      'documentLink',
    )
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    // Every operation names its one tag; the class of its controller is nobody's business.
    autoTagControllers: false,
    operationIdFactory: (controller, method) => `${controller.replace(/(Actions|Void)?Controller$/, '')}.${method}`,
  });
  document.components = { ...document.components, schemas: completeSchemas(document.components?.schemas ?? {}) };
  document.paths = withoutTwins(document.paths);
  nameOperations(document.paths);
  document.tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) describeAccess(path, operation);
    }
  }
  return { ...document, webhooks: webhooks() } as OpenAPIObject;
}

/** A handler of several paths is counted through by the library; the portal's ones are named after it. */
function nameOperations(paths: OpenAPIObject['paths']): void {
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      const name = operation?.operationId?.replace(/\[\d+\]$/, '');
      if (!operation || name === undefined || name === operation.operationId) continue;
      operation.operationId = surfaceOf(path) === 'portal' ? `Portal${name}` : name;
    }
  }
}

/** The records' routes lie under /app as well, for the screens: the same, shown once. */
function withoutTwins(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  return Object.fromEntries(
    Object.entries(paths).filter(([path]) => !path.startsWith('/app/') || !(path.replace(/^\/app/, '/v1') in paths)),
  );
}

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & { 'x-permission'?: string };

/** Says, from the route's own access rule, what it needs and how it refuses. */
function describeAccess(path: string, operation: Operation): void {
  const surface = surfaceOf(path);
  const rule = operation['x-permission'];
  if (surface === 'open' || rule === 'public' || rule === undefined) return;
  const { scheme, unauthenticated } = SURFACE_PROBLEMS[surface];
  operation.security = [{ [scheme]: [] }];
  operation.responses ??= {};
  operation.responses['401'] ??= problemAnswer(`\`${unauthenticated}\` and others: ${PROBLEMS[unauthenticated].title}`);
  if ('412' in operation.responses) operation.parameters = [...(operation.parameters ?? []), IF_MATCH];
  if (!isPermission(rule)) return;
  operation.responses['403'] ??= problemAnswer(`The caller does not hold \`${rule}\` now`);
  operation.description = [operation.description, `Needs \`${rule}\`: ${PERMISSIONS[rule].summary.toLowerCase()}.`]
    .filter(Boolean)
    .join('\n\n');
}

/** What no decorator says: the problem's schema, and an example of each record. */
function completeSchemas(schemas: Record<string, object>): Record<string, object> {
  const { data: client } = exampleMessage('client.created');
  const { data: invoice } = exampleMessage('invoice.paid');
  const { data: quote } = exampleMessage('quote.updated');
  const { data: payment } = exampleMessage('payment.created');
  const examples = { Client: client, Invoice: invoice, Quote: quote, Payment: payment, CreditNote: exampleCreditNote };
  const exampled = Object.entries(examples).map(([name, example]): [string, object] => [
    name,
    { ...schemas[name], example },
  ]);
  return { ...schemas, ...Object.fromEntries(exampled), Problem: problemSchema() };
}

function problemSchema(): object {
  const problem: unknown = z.toJSONSchema(PROBLEM_SCHEMA, { io: 'output' }).$defs?.['Problem'];
  if (typeof problem !== 'object' || problem === null) throw new Error('the problem has no schema');
  return problem;
}

/** The `webhooks` section, from the one event catalogue. */
function webhooks(): Record<string, unknown> {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `on.${type}`,
          summary: EVENTS[type].summary,
          tags: ['Webhooks'],
          parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
            name,
            in: 'header',
            required: true,
            schema: { type: 'string' },
          })),
          requestBody: { required: true, content: { 'application/json': { schema: messageSchema(type) } } },
          responses: { '2XX': { description: 'Received. Anything else is tried again.' } },
        },
      },
    ]),
  );
}

function messageSchema(type: (typeof EVENT_TYPES)[number]): JsonSchema {
  const name = dataSchema(type).meta()?.id ?? '';
  return {
    type: 'object',
    required: ['id', 'type', 'createdAt', 'data'],
    properties: {
      id: { type: 'string' },
      type: { type: 'string', const: type },
      createdAt: { type: 'string', format: 'date-time' },
      data: { $ref: `#/components/schemas/${name}` },
    },
  };
}

import { VERSION } from '@billhook/platform/version';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { surfaceOf } from '../request/surface.rules.js';
import { CommittedDocument } from './committed-document.js';
import { INFO, TAGS } from './openapi-info.rules.js';
import { API_KEY, addAccess, OAUTH, OAUTH_SCHEME } from './steps/access.step.js';
import { addBodies } from './steps/bodies.step.js';
import { describeDefaults } from './steps/defaults.step.js';
import { addExamples } from './steps/examples.step.js';
import { addHeaders } from './steps/headers.step.js';
import { addLinks } from './steps/links.step.js';
import { operationsOf } from './steps/openapi-operations.rules.js';
import { addParameters } from './steps/parameters.step.js';
import { writePortableTypes } from './steps/portable-types.step.js';
import { addProblems } from './steps/problems.step.js';
import { completeSchemas, schemaConverter } from './steps/schemas.step.js';
import { addWebhooks } from './steps/webhooks.step.js';

/**
 * Generates the OpenAPI 3.1 document from the routes of an application, which need not run. It contains only /v1: the other surfaces
 * belong to Billhook's own pages and change with them.
 */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, frame(), {
    // Every operation has one explicit tag; the names of controller classes are internal.
    autoTagControllers: false,
    operationIdFactory: (controller, method) => `${controller.replace(/(Actions|Void)?Controller$/, '')}.${method}`,
    standardSchemaConverter: schemaConverter(),
  });
  const committed = new CommittedDocument().document;
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => surfaceOf(path) === 'api'));
  document.paths = inOrder(paths, committed.paths, (path) => path.split('/', 3).join('/'));
  nameOperations(document);
  requireTags(document);
  document.tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  addAccess(document);
  addProblems(document);
  addHeaders(document);
  addParameters(document);
  addLinks(document);
  addBodies(document);
  describeDefaults(document);
  addWebhooks(document);
  completeSchemas(document);
  const { schemas = {} } = document.components ?? {};
  document.components = { ...document.components, schemas: inOrder(schemas, committed.components?.schemas) };
  addExamples(document);
  writePortableTypes(document);
  return document;
}

/** @throws Error that names each group without a description, and an operation of it */
export function requireTags(document: Pick<OpenAPIObject, 'paths'>): void {
  const missing = new Map(
    operationsOf(document).flatMap(({ method, path, operation: { tags = [] } }) =>
      tags
        .filter((tag) => !Object.hasOwn(TAGS, tag))
        .map((tag): [string, string] => [tag, `${method.toUpperCase()} ${path}`]),
    ),
  );
  const names = [...missing].map(([tag, operation]) => `${tag} (such as ${operation})`).join(', ');
  if (names !== '')
    throw new Error(`neither a resource nor TAGS in openapi-info.rules.ts describes the group ${names}`);
}

/**
 * In the order of the committed document, whatever module registers a route: a change of the sources shows as that change.
 * @param groupOf a new name follows the last one of its group, or else all others
 */
function inOrder<T>(made: Readonly<Record<string, T>>, committed: object = {}, groupOf = (name: string) => name) {
  const known = Object.keys(committed);
  const rank = (name: string) => {
    const at = known.indexOf(name);
    return at >= 0 ? at : (known.findLastIndex((other) => groupOf(other) === groupOf(name)) + 1 || Infinity) - 0.5;
  };
  return Object.fromEntries(Object.entries(made).toSorted(([a], [b]) => rank(a) - rank(b) || 0));
}

function frame(): Omit<OpenAPIObject, 'paths'> {
  return new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Billhook API')
    .setVersion(VERSION)
    .setDescription(INFO)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'This installation')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'bhk_ or bht_, and 46 characters',
        description:
          'An API key, starting with bht_ in a sandbox and with bhk_ in a production company. Use a key of a sandbox to try operations.',
      },
      API_KEY,
    )
    .addOAuth2(OAUTH_SCHEME, OAUTH)
    .build();
}

/** The library numbers handlers that are routed under several surfaces. */
function nameOperations(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    operation.operationId = operation.operationId?.replace(/\[\d+\]$/, '') ?? '';
  }
}

/** Whether the content of a file is an OpenAPI document. */
export const isOpenApi = (value: unknown): value is OpenAPIObject =>
  typeof value === 'object' && value !== null && 'openapi' in value && 'paths' in value;

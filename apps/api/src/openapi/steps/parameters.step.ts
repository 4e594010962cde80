import { IDEMPOTENCY_KEY_PATTERN } from '@billhook/domain/shared/idempotency-key';
import { ID_TEXT } from '@billhook/domain/shared/value-patterns';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ENTITY_TAGS } from '../../request/caching/etag.rules.js';
import {
  isReference,
  operationsOf,
  shared,
  type Components,
  type Described,
  type Parameter,
  type Schema,
} from './openapi-operations.rules.js';

const header = (name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

// No examples here: a page that runs requests would fill them into its fields and send them unasked.
const PARAMETERS = {
  IdempotencyKey: header(
    'Idempotency-Key',
    'Your identifier of this request: 1 to 255 printable ASCII characters, optionally in double quotes. If you send the request again with the same key, it is carried out once, and the stored response is returned. Keys are stored for 30 days.',
    { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN.source },
  ),
  DryRun: header(
    'Prefer',
    'With `dry-run`, all checks run and the response is that of the real request, but nothing is written or sent. Other preferences are ignored (RFC 7240). A misspelt `dry-run` is rejected with 400.',
    { type: 'string' },
  ),
  IfMatch: header(
    'If-Match',
    'The ETag of the record as you read it, including the quotes. The change is rejected with 412 if the record has changed since. `*` matches any version. Any other value, including an empty one, is rejected with 400.',
    // One pattern: generators of clients cannot name the alternatives of a header.
    { type: 'string', pattern: `^\\*$|${ENTITY_TAGS.source}` },
  ),
  IfNoneMatch: header(
    'If-None-Match',
    'The ETag of the response that you already have, including the quotes. The response is 304, without a body, if nothing has changed.',
    { type: 'string' },
  ),
  ClientRequestId: header(
    'Client-Request-Id',
    'Your identifier of this request, which is logged and returned unchanged. A value that is longer than 255 characters or contains anything but visible ASCII characters is ignored.',
    { type: 'string' },
  ),
} as const satisfies Components['parameters'];

const param = (name: keyof typeof PARAMETERS) => shared('parameters', name);

/** Adds the shared parameters to the document, and references to them to each operation, after its specific ones. */
export function addParameters(document: OpenAPIObject): void {
  document.components = { ...document.components, parameters: PARAMETERS };
  for (const described of operationsOf(document)) {
    const { operation, writes, runsDry, open, streams } = described;
    const own = [...missingPathParameters(described), ...(operation.parameters ?? [])];
    for (const parameter of own) {
      if (isReference(parameter)) continue;
      sayWhatTextMeans(parameter);
      // The header would have the same name in Go.
      if (parameter.name === 'clientRequestId') Object.assign(parameter, { 'x-go-name': 'SentClientRequestId' });
    }
    operation.parameters = [
      ...own,
      ...(writes ? [param('IdempotencyKey')] : []),
      ...(runsDry ? [param('DryRun')] : []),
      ...(writes || streams ? [] : [param('IfNoneMatch')]),
      ...(!open && '412' in operation.responses ? [param('IfMatch')] : []),
      param('ClientRequestId'),
    ];
  }
}

/** The library does not see the record in the path when a handler takes it with a custom decorator. */
function missingPathParameters({ path, operation }: Described): Parameter[] {
  const declared = new Set(
    (operation.parameters ?? []).flatMap((parameter) => (isReference(parameter) ? [] : [parameter.name])),
  );
  return [...path.matchAll(/\{([^}]+)\}/g)].flatMap(([, name = '']) =>
    declared.has(name)
      ? []
      : [{ name, in: 'path' as const, required: true, schema: { type: 'string', pattern: ID_PATTERN } }],
  );
}

/** The text forms of an id, a flag and a number in paths and queries. */
const ID_PATTERN = `^${ID_TEXT}$`;
const NUMBER_TEXT = '^\\d+$';

/** In a path or a query everything is text; the document describes what the text means. */
function sayWhatTextMeans(parameter: Parameter): void {
  const { schema } = parameter;
  if (parameter.in === 'path' && schema && !isReference(schema)) {
    parameter.description ??= parameter.name === 'id' ? 'The id of the record' : `The ${parameter.name}`;
  }
  if (!schema || isReference(schema) || schema.type !== 'string') return;
  const { pattern, enum: values, ...rest } = schema;
  if (pattern === ID_PATTERN)
    parameter.schema = { ...rest, type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
  else if (pattern === NUMBER_TEXT) parameter.schema = { ...rest, type: 'integer' };
  else if (values?.length === 2 && values.includes('true') && values.includes('false')) {
    parameter.schema = { ...rest, type: 'boolean' };
  }
}

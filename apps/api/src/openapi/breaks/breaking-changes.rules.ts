import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type Described, type Parameter } from '../steps/openapi-operations.rules.js';
import { accessBreaks, schemeBreaks, serverBreaks } from './access-breaks.rules.js';
import { contentBreaks, lookUp, type Pair, type Side } from './compared-operations.rules.js';
import { responseBreaks } from './response-breaks.rules.js';
import { SchemaBreaks, type Break, type Flow } from './schema-breaks.rules.js';

/**
 * What a later document breaks for programs written for an earlier one: callers of operations, receivers of webhooks, and
 * generated code. Returns each sentence once; none if /v1 has only grown.
 */
export function breakingChanges(before: OpenAPIObject, after: OpenAPIObject): string[] {
  const [earlier, later] = [before.components ?? {}, after.components ?? {}];
  const schemas = new SchemaBreaks({ before: earlier.schemas ?? {}, after: later.schemas ?? {} });
  const breaks = (old: readonly Described[], fresh: readonly Described[], compare: (pair: Pair) => Break[]): Break[] =>
    old.flatMap(({ method, path, operation }) => {
      const where = `${method.toUpperCase()} ${path}`;
      const same = fresh.find((other) => other.method === method && other.path === path);
      if (!same) return [{ where, what: 'was removed' }];
      return compare({
        where,
        before: { document: before, components: earlier, operation },
        after: { document: after, components: later, operation: same.operation },
      });
    });
  const found = [
    ...serverBreaks('the document', before, after),
    ...schemeBreaks(earlier, later),
    ...breaks(operationsOf(before), operationsOf(after), (pair) => operationBreaks(pair, schemas)),
    ...breaks(webhooksOf(before), webhooksOf(after), (pair) => webhookBreaks(pair, schemas)),
  ];
  return [...new Set(found.map(({ where, what }) => `${where}: ${what}`))];
}

const webhooksOf = ({ webhooks = {} }: OpenAPIObject): Described[] =>
  operationsOf({ paths: webhooks }).map((webhook) => ({ ...webhook, path: `webhook ${webhook.path}` }));

function operationBreaks(pair: Pair, schemas: SchemaBreaks): Break[] {
  return [
    ...nameBreaks(pair),
    ...accessBreaks(pair),
    ...parameterBreaks(pair, 'taken', schemas),
    ...bodyBreaks(pair, 'taken', schemas),
    ...responseBreaks(pair, schemas),
  ];
}

/** A webhook message is data that Billhook gives, like a response; the response of a receiver does not count. */
function webhookBreaks(pair: Pair, schemas: SchemaBreaks): Break[] {
  return [...nameBreaks(pair), ...parameterBreaks(pair, 'given', schemas), ...bodyBreaks(pair, 'given', schemas)];
}

/** Code generators name functions after the operation. */
function nameBreaks({ where, before, after }: Pair): Break[] {
  const [was, is] = [before.operation.operationId, after.operation.operationId];
  return was === is ? [] : [{ where, what: `operationId was ${was}, is ${is} now` }];
}

function parameterBreaks({ where, before, after }: Pair, flow: Flow, schemas: SchemaBreaks): Break[] {
  const [had, has] = [parametersOf(before), parametersOf(after)];
  const added = [...has].filter(([key, { required }]) => !had.has(key) && required && flow === 'taken');
  return [
    ...added.map(([, { name }]) => ({ where: `${where} ${name}`, what: 'is required now' })),
    ...[...had].flatMap(([key, earlier]) => {
      const place = `${where} ${earlier.name}`;
      const later = has.get(key);
      if (!later) return [{ where: place, what: flow === 'taken' ? 'is no longer accepted' : 'was removed' }];
      const [once, now] = [earlier.required ?? false, later.required ?? false];
      return [
        ...(flow === 'taken' && now && !once ? [{ where: place, what: 'is required now' }] : []),
        ...(flow === 'given' && once && !now ? [{ where: place, what: 'may be missing now' }] : []),
        ...(earlier.style !== later.style || earlier.explode !== later.explode
          ? [{ where: place, what: 'now has another format' }]
          : []),
        ...schemas.find(earlier.schema, later.schema, flow, place),
      ];
    }),
  ];
}

function parametersOf({ operation, components }: Side): Map<string, Parameter> {
  const all = (operation.parameters ?? []).flatMap((one) => lookUp(components.parameters, one) ?? []);
  return new Map(all.map((one) => [`${one.in} ${one.name}`, one]));
}

function bodyBreaks({ where, before, after }: Pair, flow: Flow, schemas: SchemaBreaks): Break[] {
  const place = `${where} body`;
  const [had, has] = [before, after].map(({ operation, components }) =>
    lookUp(components.requestBodies, operation.requestBody),
  );
  if (!had) return has?.required && flow === 'taken' ? [{ where: place, what: 'is required now' }] : [];
  if (!has) return [{ where: place, what: flow === 'taken' ? 'is no longer accepted' : 'was removed' }];
  return [
    ...(flow === 'taken' && has.required && !had.required ? [{ where: place, what: 'is required now' }] : []),
    ...contentBreaks(had.content, has.content, flow, place, schemas),
  ];
}

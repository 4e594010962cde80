import type { OpenAPIObject } from '@nestjs/swagger';
import { isPermission } from '@billhook/domain/permissions';
import {
  isReference,
  operationsOf,
  type Answer,
  type Components,
  type Described,
  type Operation,
  type Parameter,
  type Reference,
} from './openapi-operations.js';
import { SchemaBreaks, type Break, type Flow } from './schema-breaks.js';

interface Side {
  readonly components: Components;
  readonly operation: Operation;
}

interface Pair {
  readonly where: string;
  readonly before: Side;
  readonly after: Side;
}

/**
 * What in a later document breaks programs that were written for an earlier one: callers of its operations, receivers of its webhooks, and
 * code that was made from it. Sentences, each once; none when /v1 has only grown.
 */
export function breakingChanges(before: OpenAPIObject, after: OpenAPIObject): string[] {
  const [earlier, later] = [before.components ?? {}, after.components ?? {}];
  const schemas = new SchemaBreaks({ before: earlier.schemas ?? {}, after: later.schemas ?? {} });
  const breaks = (old: readonly Described[], fresh: readonly Described[], compare: (pair: Pair) => Break[]): Break[] =>
    old.flatMap(({ method, path, operation }) => {
      const where = `${method.toUpperCase()} ${path}`;
      const same = fresh.find((other) => other.method === method && other.path === path);
      if (!same) return [{ where, what: 'is gone' }];
      return compare({
        where,
        before: { components: earlier, operation },
        after: { components: later, operation: same.operation },
      });
    });
  const found = [
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
    ...answerBreaks(pair, schemas),
  ];
}

/** What an endpoint is sent is given, as an answer is; what it answers has no say. */
function webhookBreaks(pair: Pair, schemas: SchemaBreaks): Break[] {
  return [...nameBreaks(pair), ...parameterBreaks(pair, 'given', schemas), ...bodyBreaks(pair, 'given', schemas)];
}

/** Code that is made from the document names its functions so. */
function nameBreaks({ where, before, after }: Pair): Break[] {
  const [was, is] = [before.operation.operationId, after.operation.operationId];
  return was === is ? [] : [{ where, what: `operationId was ${was}, is ${is} now` }];
}

function accessBreaks({ where, before, after }: Pair): Break[] {
  const [was = 'public', is = 'public'] = [before.operation['x-permission'], after.operation['x-permission']];
  const more = is !== was && (isPermission(is) || was === 'public');
  return more ? [{ where, what: `needed ${was}, needs ${is} now` }] : [];
}

function parameterBreaks({ where, before, after }: Pair, flow: Flow, schemas: SchemaBreaks): Break[] {
  const [had, has] = [parametersOf(before), parametersOf(after)];
  const added = [...has].filter(([key, { required }]) => !had.has(key) && required && flow === 'taken');
  return [
    ...added.map(([, { name }]) => ({ where: `${where} ${name}`, what: 'is required now' })),
    ...[...had].flatMap(([key, earlier]) => {
      const place = `${where} ${earlier.name}`;
      const later = has.get(key);
      if (!later) return [{ where: place, what: flow === 'taken' ? 'is not taken any more' : 'is gone' }];
      const [once, now] = [earlier.required ?? false, later.required ?? false];
      return [
        ...(flow === 'taken' && now && !once ? [{ where: place, what: 'is required now' }] : []),
        ...(flow === 'given' && once && !now ? [{ where: place, what: 'may be missing now' }] : []),
        ...(earlier.style !== later.style || earlier.explode !== later.explode
          ? [{ where: place, what: 'is written in another way now' }]
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
  if (!has) return [{ where: place, what: flow === 'taken' ? 'is not taken any more' : 'is gone' }];
  return [
    ...(flow === 'taken' && has.required && !had.required ? [{ where: place, what: 'is required now' }] : []),
    ...contentBreaks(had.content, has.content, flow, place, schemas),
  ];
}

function answerBreaks({ where, before, after }: Pair, schemas: SchemaBreaks): Break[] {
  return Object.keys(before.operation.responses).flatMap((status) => {
    const place = `${where} ${status}`;
    const [had, has] = [answerOf(before, status), answerOf(after, status)];
    if (!had) return [];
    // A refusal that is none any more hurts nobody.
    if (!has) return /^[123]/.test(status) ? [{ where: place, what: 'is not answered any more' }] : [];
    const headers = Object.keys(had.headers ?? {}).filter((name) => !(name in (has.headers ?? {})));
    return [
      ...headers.map((name) => ({ where: `${place} ${name}`, what: 'is gone' })),
      ...contentBreaks(had.content ?? {}, has.content ?? {}, 'given', place, schemas),
    ];
  });
}

const answerOf = ({ operation, components }: Side, status: string): Answer | undefined =>
  lookUp(components.responses, operation.responses[status]);

function contentBreaks(
  had: NonNullable<Answer['content']>,
  has: NonNullable<Answer['content']>,
  flow: Flow,
  place: string,
  schemas: SchemaBreaks,
): Break[] {
  return Object.entries(had).flatMap(([type, { schema }]): readonly Break[] => {
    const later = has[type];
    if (!later) return [{ where: `${place} ${type}`, what: 'is gone' }];
    return schemas.find(schema, later.schema, flow, place);
  });
}

/** What stands there, or what the reference there names. */
function lookUp<T extends object>(
  named: Record<string, T | Reference> = {},
  slot: T | Reference | undefined,
): T | undefined {
  if (!slot || !isReference(slot)) return slot;
  const target = named[slot.$ref.split('/').at(-1) ?? ''];
  return target && !isReference(target) ? target : undefined;
}

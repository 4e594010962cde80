import type { OpenAPIObject } from '@nestjs/swagger';
import {
  isReference,
  operationsOf,
  shared,
  successesOf,
  type Components,
  type Described,
} from './openapi-operations.rules.js';
import { nameOf } from './schema-branches.rules.js';

/** The path that returns a record: `/v1/invoices/{id}`. */
const ITEM = /^\/v1\/[^/{]+\/\{(\w+)\}$/;

/** The variants of one record: the response to a creation has more members than a list. */
const FORM = /^(?:Expandable|Created|Written|Enabled)|(?:Detail|Description)$/g;

/**
 * Links each response with a record to the operations on it, with its id and its ETag. Each target is described once and referenced.
 * Lists have no links: a page can be empty, and programs that follow links treat a missing value as an error.
 */
export function addLinks(document: OpenAPIObject): void {
  const all = operationsOf(document);
  const items = all.filter(({ method, path }) => method === 'get' && ITEM.test(path));
  const homes = new Map(items.map((item) => [recordOf(item) ?? item.path, item]));
  const links: NonNullable<Components['links']> = {};
  for (const source of all) {
    const home = homes.get(recordOf(source) ?? '');
    const targets = home ? onRecord(source, home, all) : [];
    if (!home || targets.length === 0) continue;
    for (const target of targets) links[nameFor(target)] ??= linkTo(target, parameterOf(home));
    const refer = (target: Described) => [nameFor(target), shared('links', nameFor(target))] as const;
    for (const answer of successesOf(source.operation)) answer.links = Object.fromEntries(targets.map(refer));
  }
  document.components = { ...document.components, links };
}

const parameterOf = ({ path }: Described): string => ITEM.exec(path)?.[1] ?? '';
const nameFor = ({ operation }: Described): string => operation.operationId ?? '';

/** From a new or read record: all operations on it. From a changed record: the operation that reads it. */
function onRecord(source: Described, home: Described, all: readonly Described[]): readonly Described[] {
  const isOnIt = ({ path }: Described) => path === home.path || path.startsWith(`${home.path}/`);
  const isNew = '201' in source.operation.responses || !isOnIt(source);
  return all.filter((target) => target !== source && isOnIt(target) && (isNew || source === home || target === home));
}

/** The name of the record that an operation returns, in any variant. */
function recordOf({ operation }: Described): string | undefined {
  const [answer] = successesOf(operation);
  return nameOf(answer?.content?.['application/json']?.schema)?.replace(FORM, '');
}

/** @param field the response member with the value for the path of the target */
function linkTo({ path, operation }: Described, field: string): NonNullable<Components['links']>[string] {
  const [, parameter = ''] = /\{(\w+)\}/.exec(path) ?? [];
  const takesIfMatch = (operation.parameters ?? []).some(
    (one) => isReference(one) && one.$ref === shared('parameters', 'IfMatch').$ref,
  );
  return {
    operationId: operation.operationId ?? '',
    parameters: {
      [`path.${parameter}`]: `$response.body#/${field}`,
      ...(takesIfMatch && { 'header.If-Match': '$response.header.ETag' }),
    },
    description: 'For the record in this response.',
  };
}

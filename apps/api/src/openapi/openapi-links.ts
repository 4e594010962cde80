import type { OpenAPIObject } from '@nestjs/swagger';
import {
  isReference,
  operationsOf,
  shared,
  successesOf,
  type Components,
  type Described,
} from './openapi-operations.js';
import { nameOf } from './schema-branches.js';

/** A record as its GET answers it: `/v1/invoices/{id}`. */
const ITEM = /^\/v1\/[^/{]+\/\{(\w+)\}$/;

/** The forms of one record: an answer to a creation says more of it than a list does. */
const FORM = /^(?:Expandable|Created|Written|Enabled)|(?:Detail|Description)$/g;

/**
 * Links the answer with a record to the operations on it, with its id and its ETag. Each target is described once, and the answers refer
 * to it. Lists have no links: a page can be empty, and a link whose value is missing is an error to programs that follow it.
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

/** From a record that is new or was read: all that can be done with it. From one that was changed: where it is read. */
function onRecord(source: Described, home: Described, all: readonly Described[]): readonly Described[] {
  const isOnIt = ({ path }: Described) => path === home.path || path.startsWith(`${home.path}/`);
  const isNew = '201' in source.operation.responses || !isOnIt(source);
  return all.filter((target) => target !== source && isOnIt(target) && (isNew || source === home || target === home));
}

/** The name of the record that an operation answers, whatever its form. */
function recordOf({ operation }: Described): string | undefined {
  const [answer] = successesOf(operation);
  return nameOf(answer?.content?.['application/json']?.schema)?.replace(FORM, '');
}

/** @param field of the answer that holds what the path of the target names */
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

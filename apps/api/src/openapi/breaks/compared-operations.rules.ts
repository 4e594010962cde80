import type { OpenAPIObject } from '@nestjs/swagger';
import {
  isReference,
  type OperationResponse,
  type Components,
  type Operation,
  type SchemaReference,
} from '../steps/openapi-operations.rules.js';
import { nameOf } from '../steps/schema-branches.rules.js';
import type { Break, Flow, SchemaBreaks } from './schema-breaks.rules.js';

/** An operation in its document. */
export interface Side {
  readonly document: OpenAPIObject;
  readonly components: Components;
  readonly operation: Operation;
}

/** The same operation in the earlier and in the later document. */
export interface Pair {
  readonly where: string;
  readonly before: Side;
  readonly after: Side;
}

/** @param where the owner of the content, like `GET /v1/clients 200` */
export function contentBreaks(
  had: NonNullable<OperationResponse['content']>,
  has: NonNullable<OperationResponse['content']>,
  flow: Flow,
  place: string,
  schemas: SchemaBreaks,
): Break[] {
  return Object.entries(had).flatMap(([type, { schema }]): readonly Break[] => {
    const later = has[type];
    if (!later) return [{ where: `${place} ${type}`, what: 'was removed' }];
    return schemas.find(schema, later.schema, flow, place);
  });
}

/** The value of a slot, or the target of its reference. */
export function lookUp<T extends object>(
  named: Record<string, T | SchemaReference> = {},
  slot: T | SchemaReference | undefined,
): T | undefined {
  if (!slot || !isReference(slot)) return slot;
  const target = named[nameOf(slot) ?? ''];
  return target && !isReference(target) ? target : undefined;
}

import { type Permission, isPermission } from '@billhook/domain/identity/permissions';
import type { ProblemCode } from '@billhook/domain/shared/problems';
import type { OpenAPIObject } from '@nestjs/swagger';
import { EVENT_STREAM, LIST_FILE } from '../../request/routes/route.decorator.js';

export type PathItem = OpenAPIObject['paths'][string];

export type Operation = NonNullable<PathItem['get']> & {
  'x-permission'?: string;
  /** Additional permissions that some bodies need. */
  'x-more-permissions'?: string;
  /** On a write that rejects `Prefer: dry-run`. */
  'x-no-dry-run'?: boolean;
  /** The error codes that its decorator names; the finished document lists them in the responses instead. */
  'x-problems'?: readonly ProblemCode[];
};

export type Components = NonNullable<OpenAPIObject['components']>;
export type SchemaReference = { $ref: string };
type Slot = NonNullable<Operation['responses'][string]>;
export type OperationResponse = Exclude<Slot, SchemaReference>;
export type Parameter = Exclude<NonNullable<Operation['parameters']>[number], SchemaReference>;
export type Schema = Exclude<NonNullable<Parameter['schema']>, SchemaReference>;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** An operation and what follows from its method, path and access rule. */
export interface Described {
  readonly path: string;
  readonly method: (typeof METHODS)[number];
  readonly operation: Operation;
  /** Whether it can change something and so takes an Idempotency-Key. */
  readonly writes: boolean;
  /** Whether it supports a dry run: every write that does not reject it. */
  readonly runsDry: boolean;
  readonly takesBody: boolean;
  /** Whether the path names a record, which may not exist. */
  readonly namesRecord: boolean;
  /** Whether the operation requires no key. */
  readonly open: boolean;
  readonly permission: Permission | undefined;
  /** Whether its response is a stream, which cannot be stored. */
  readonly streams: boolean;
}

/** All operations of a document, in its order. */
export function operationsOf({ paths }: Pick<OpenAPIObject, 'paths'>): Described[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation: Operation | undefined = item[method];
      return operation ? [describe(path, method, operation)] : [];
    }),
  );
}

function describe(path: string, method: Described['method'], operation: Operation): Described {
  const rule = operation['x-permission'] ?? '';
  return {
    path,
    method,
    operation,
    writes: method !== 'get',
    runsDry: method !== 'get' && operation['x-no-dry-run'] !== true,
    takesBody: operation.requestBody !== undefined,
    namesRecord: path.includes('{'),
    open: rule === 'public',
    permission: isPermission(rule) ? rule : undefined,
    streams: successesOf(operation).some(({ content = {} }) => EVENT_STREAM in content || LIST_FILE in content),
  };
}

/** A reference to a shared component. */
export const shared = (kind: keyof Components, name: string): SchemaReference => ({
  $ref: `#/components/${kind}/${name}`,
});

export const isReference = (value: object): value is SchemaReference => '$ref' in value;

/** The success responses of an operation. */
export function successesOf(operation: Operation): OperationResponse[] {
  return Object.entries(operation.responses).flatMap(([status, answer]) =>
    status.startsWith('2') && answer && !isReference(answer) ? [answer] : [],
  );
}

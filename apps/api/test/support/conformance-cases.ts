import type { OpenAPIObject } from '@nestjs/swagger';
import {
  isReference,
  operationsOf,
  type OperationResponse,
  type Described,
  type Parameter,
} from '../../src/openapi/steps/openapi-operations.rules.js';
import type { Answer as Received, Call } from './api.js';
import type { Caller } from './world.js';

/** An operation of the document with the example request that it shows. */
export interface Case extends Described {
  /** `POST /v1/invoices/{id}/send` */
  readonly name: string;
  readonly verb: string;
  /** The path of the example request, and with its query. */
  readonly at: string;
  readonly url: string;
  readonly body: unknown;
  /** The example of the path parameters; undefined without any. */
  readonly named: unknown;
  /** The status of a successful response. */
  readonly success: number;
  /** The responses by status, with resolved references. */
  readonly answers: Readonly<Record<string, OperationResponse>>;
}

/** Every operation of a document. Its examples are used unchanged, as a reader who copies them would. */
export function casesOf(document: OpenAPIObject): Case[] {
  return operationsOf(document).map((described) => caseOf(document, described));
}

function caseOf(document: OpenAPIObject, described: Described): Case {
  const { path, method, operation } = described;
  const verb = method.toUpperCase();
  const parameters = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter));
  const named = parameters.filter((parameter) => parameter.in === 'path').map(exampleOf)[0];
  const at = path.replace(/\{[^}]+\}/g, encodeURIComponent(String(named)));
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => [exampleOf(parameter)].flat().map((value) => [parameter.name, value] as const))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const answers = Object.fromEntries(
    Object.entries(operation.responses).flatMap(([status, answer]) =>
      answer ? [[status, resolve<OperationResponse>(document, answer)] as const] : [],
    ),
  );
  return {
    ...described,
    name: `${verb} ${path}`,
    verb,
    at,
    url: [at, ...(query.length > 0 ? [query.join('&')] : [])].join('?'),
    body: bodyOf(described),
    named,
    success: Number(Object.keys(answers).find((status) => status.startsWith('2'))),
    answers,
  };
}

/** The value that a page which runs requests enters into the field of a parameter. */
function exampleOf({ example, schema }: Parameter): unknown {
  return example ?? (schema && !isReference(schema) ? schema.example : undefined);
}

function bodyOf({ operation: { requestBody } }: Described): unknown {
  if (!requestBody || isReference(requestBody)) return undefined;
  return requestBody.content['application/json']?.example;
}

function resolve<T extends object>(document: OpenAPIObject, given: T | { $ref: string }): T {
  return isReference(given) ? (at(document, given.$ref) as T) : given;
}

/** The target of a JSON pointer into the document (`#/components/…`). */
export function at(document: object, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      document,
    );
}

/** Sends the example request of an operation. */
export function send(by: Caller, { verb, url, body }: Case, call: Call = {}): Promise<Received> {
  return by.call(verb, url, { body, ...call });
}

/** Runs a write and rolls it back, so the next check finds the same records. */
export const DRY = { prefer: 'dry-run' } as const;

/** For a write that only has to work: performed for real if it does not support dry runs. */
export const dryIfTaken = ({ runsDry }: Case): Readonly<Record<string, string>> => (runsDry ? DRY : {});

/** Checks every case, and reports all failures instead of the first. In parallel, unless cases read what others change. */
export async function forEvery(cases: readonly Case[], check: (one: Case) => Promise<void>, atOnce = 4): Promise<void> {
  const faults = new Map<string, string[]>();
  const waiting = [...cases];
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const { name } = one;
      await check(one).catch((error: unknown) => {
        const words = wordsOf(error);
        faults.set(words, [...(faults.get(words) ?? []), name]);
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (cases.length === 0) throw new Error('there is nothing to check');
  if (faults.size === 0) return;
  throw new Error([...faults].map(([words, names]) => `${names.sort().join(', ')}\n  ${words}`).join('\n'));
}

/** The text of an assertion, without colours and empty lines. */
function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.replace(/\u001b\[\d+m/g, '').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('expect('))
    .slice(0, 12)
    .join(' | ');
}

import type { OperationResponse } from '../steps/openapi-operations.rules.js';
import { isPlain, nameOf } from '../steps/schema-branches.rules.js';
import { contentBreaks, lookUp, type Pair, type Side } from './compared-operations.rules.js';
import type { Break, SchemaBreaks } from './schema-breaks.rules.js';

/** Breaking changes in the responses of an operation: what is missing, and what programs do not expect. */
export function responseBreaks(pair: Pair, schemas: SchemaBreaks): Break[] {
  const { where, before, after } = pair;
  const statuses = Object.keys(before.operation.responses);
  return [
    ...newSuccesses(pair),
    ...codeBreaks(pair),
    ...statuses.flatMap((status) => {
      const place = `${where} ${status}`;
      const [had, has] = [answerOf(before, status), answerOf(after, status)];
      if (!had) return [];
      // Programs test the codes of an error, which are compared separately.
      if (!has) return /^[123]/.test(status) ? [{ where: place, what: 'is no longer returned' }] : [];
      return [
        ...headerBreaks(place, { had, has, before, after }, schemas),
        ...contentBreaks(had.content ?? {}, has.content ?? {}, 'given', place, schemas),
      ];
    }),
  ];
}

const answerOf = ({ operation, components }: Side, status: string): OperationResponse | undefined =>
  lookUp(components.responses, operation.responses[status]);

/**
 * A generated program mistakes a new success status for the known one, or for an error. A 304 is only returned to a
 * conditional request.
 */
function newSuccesses({ where, before, after }: Pair): Break[] {
  return Object.keys(after.operation.responses)
    .filter((status) => /^[23]/.test(status) && status !== '304' && !(status in before.operation.responses))
    .map((status) => ({ where: `${where} ${status}`, what: 'is now returned' }));
}

/** Every error code of an operation keeps its status; new codes may be added. */
function codeBreaks({ where, before, after }: Pair): Break[] {
  const [had, has] = [codesOf(before), codesOf(after)];
  return [...had].flatMap(([status, codes]) =>
    codes
      .filter((code) => !has.get(status)?.includes(code))
      .map((code) => {
        const [moved] =
          [...has].find(([other, those]) => !had.get(other)?.includes(code) && those.includes(code)) ?? [];
        const what = moved === undefined ? 'is no longer returned' : `is now returned with ${moved}`;
        return { where: `${where} ${status} ${code}`, what };
      }),
  );
}

/** The error codes of an operation by status, from its examples. */
function codesOf(side: Side): Map<string, string[]> {
  return new Map(
    Object.keys(side.operation.responses).map((status) => {
      const { examples = {} } = answerOf(side, status)?.content?.['application/problem+json'] ?? {};
      return [status, Object.values(examples).flatMap((example) => codeIn(example, side))];
    }),
  );
}

function codeIn(slot: unknown, { components }: Side): string[] {
  const name = nameOf(slot);
  const example: unknown = name === undefined ? slot : components.examples?.[name];
  const problem = isPlain(example) ? example['value'] : undefined;
  const code = isPlain(problem) ? problem['code'] : undefined;
  return typeof code === 'string' ? [code] : [];
}

interface Answers {
  readonly had: OperationResponse;
  readonly has: OperationResponse;
  readonly before: Side;
  readonly after: Side;
}

function headerBreaks(where: string, { had, has, before, after }: Answers, schemas: SchemaBreaks): Break[] {
  return Object.entries(had.headers ?? {}).flatMap(([name, slot]): readonly Break[] => {
    const other = has.headers?.[name];
    const [earlier, later] = [lookUp(before.components.headers, slot), lookUp(after.components.headers, other)];
    // A header that all responses share is reported once.
    const place = nameOf(slot) !== undefined ? `the header ${name}` : `${where} ${name}`;
    if (!earlier) return [];
    if (!later) return [{ where: `${where} ${name}`, what: 'was removed' }];
    return [
      ...(earlier.required && !later.required ? [{ where: place, what: 'may be missing now' }] : []),
      ...schemas.find(earlier.schema, later.schema, 'given', place),
    ];
  });
}

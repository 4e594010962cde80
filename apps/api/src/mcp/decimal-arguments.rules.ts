import { decimalOfNumber } from '@billhook/domain/shared/decimal';
import { decimalPattern, type Sign } from '@billhook/domain/shared/value-patterns';
import type { ToolJsonSchema } from './tool-schema.rules.js';

const SIGNS: readonly Sign[] = ['any', 'nonnegative', 'positive'];

/** More decimals than any member has. */
const MOST_DECIMALS = 12;

/** The patterns of the decimals in the contract. */
const DECIMALS: ReadonlySet<unknown> = new Set(
  SIGNS.flatMap((sign) => Array.from({ length: MOST_DECIMALS }, (_, n) => decimalPattern(n + 1, sign).source)),
);

/** Whether a schema describes a decimal, which /v1 accepts as text only. */
export const isDecimal = ({ type, pattern }: ToolJsonSchema): boolean => type === 'string' && DECIMALS.has(pattern);

/**
 * Arguments with texts in place of the JSON numbers of decimals, at any depth. Numbers that may have lost digits stay numbers, which
 * /v1 rejects by the name of the member.
 * @param schema of the arguments, without references
 */
export function withDecimalTexts(value: unknown, schema: ToolJsonSchema): unknown {
  const forms = formsOf(schema);
  if (typeof value === 'number') return forms.some(isDecimal) ? (decimalOfNumber(value) ?? value) : value;
  if (Array.isArray(value)) {
    const items = forms.flatMap((form) => schemasIn(form['items']));
    return value.map((item: unknown) => withDecimalTexts(item, { anyOf: items }));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = (name: string): ToolJsonSchema[] =>
    forms.flatMap(({ properties }) =>
      typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name)
        ? schemasIn(Reflect.get(properties, name))
        : [],
    );
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withDecimalTexts(member, { anyOf: members(name) })]),
  );
}

/** The alternatives of a schema, and theirs. */
function formsOf(schema: ToolJsonSchema): ToolJsonSchema[] {
  const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => {
    const list = schema[word];
    return Array.isArray(list) ? list.flatMap(schemasIn) : [];
  });
  return [schema, ...alternatives.flatMap(formsOf)];
}

const schemasIn = (value: unknown): ToolJsonSchema[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? [value as ToolJsonSchema] : [];

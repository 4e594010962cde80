import { z } from 'zod';

/** A column of a CSV file: a member of a view, or of an object in it. */
interface CsvColumn {
  /** `billingAddress.city` */
  readonly name: string;
  readonly path: readonly string[];
}

/** Other records, which are returned only on request and have a separate file. */
const EXPANDED = 'expanded';

/** Between the values of a list in one cell. */
const SEPARATOR = '; ';

/** The schema of the values of a member, without null and undefined. */
function valuesOf(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional;
  return isWrapped ? valuesOf(schema.unwrap() as z.ZodType) : schema;
}

const isScalar = (schema: z.ZodType): boolean =>
  !(schema instanceof z.ZodObject || schema instanceof z.ZodArray || schema instanceof z.ZodUnion);

/** The columns of a view: its members, those of its objects, and its lists of values. Lists of objects, such as lines, have none. */
export function csvColumnsOf(view: z.ZodType, path: readonly string[] = []): CsvColumn[] {
  const values = valuesOf(view);
  if (values instanceof z.ZodObject) {
    const members = Object.entries<z.ZodType>(values.shape);
    return members.flatMap(([name, member]) => (name === EXPANDED ? [] : csvColumnsOf(member, [...path, name])));
  }
  if (values instanceof z.ZodArray && !isScalar(valuesOf(values.element as z.ZodType))) return [];
  return [{ name: path.join('.'), path }];
}

function valueAt(record: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    record,
  );
}

/** A presented record as a line: its values by the names of the columns. */
export function csvLineOf(columns: readonly CsvColumn[], record: object): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ name, path }) => [name, cellOf(valueAt(record, path))]));
}

function cellOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.join(SEPARATOR);
  // The CSV library writes booleans as 1 and an empty text.
  return typeof value === 'boolean' ? String(value) : value;
}

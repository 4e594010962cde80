/** The name of the schema that an alternative came from; not a keyword. */
export const NAME = Symbol('name');

/** A JSON Schema as parsed from a file. */
export type Plain = Readonly<Record<string, unknown>> & { readonly [NAME]?: string };

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name that a reference refers to; undefined if the value is not a reference. */
export function nameOf(slot: unknown): string | undefined {
  const ref = isPlain(slot) ? slot['$ref'] : undefined;
  return typeof ref === 'string' ? ref.split('/').at(-1) : undefined;
}

const ANNOTATIONS = new Set([
  ...['title', 'description', 'example', 'examples', '$comment', 'deprecated', 'readOnly', 'writeOnly'],
]);

/** A schema without the keywords that do not restrict values. */
export function annotationsAside(schema: Plain): Plain {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-')),
  );
}

/**
 * The alternatives of a schema: one schema of a single type for each, without `$ref`, `anyOf`, `oneOf`, `allOf` and `const`.
 * @param named the targets of `$ref`, by name
 */
export function branchesOf(schema: unknown, named: Plain): Plain[] {
  if (!isPlain(schema)) return schema === false ? [] : [{}];
  const { $ref, anyOf, oneOf, allOf, const: only, ...rest } = schema;
  const own = only === undefined ? rest : { ...rest, enum: [only] };
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return branchesOf(named[name], named).map((target) => ({ ...joined(target, own), [NAME]: name }));
  }
  if (Array.isArray(allOf)) {
    const parts: readonly unknown[] = allOf;
    return parts.reduce<Plain[]>(
      (so, part) => so.flatMap((one) => branchesOf(part, named).map((other) => joined(one, other))),
      [own],
    );
  }
  const alternatives: unknown = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) {
    return alternatives.flatMap((one) => branchesOf(one, named)).map((one) => joined(own, one));
  }
  if (!Array.isArray(own['type'])) return [own];
  const types: readonly unknown[] = own['type'];
  return types.map((type) => (type === 'null' ? { type } : { ...own, type, ...valuesBut(null, own) }));
}

/** The values of a schema without one of them. */
function valuesBut(left: unknown, { enum: values }: Plain): Plain {
  return Array.isArray(values) ? { enum: values.filter((value) => value !== left) } : {};
}

/** The schema that requires both; where both restrict a value, the second one counts. */
function joined(one: Plain, other: Plain): Plain {
  const [these, those] = [one['properties'], other['properties']];
  const required = [one['required'], other['required']].flatMap((names) =>
    Array.isArray(names) ? names.map(String) : [],
  );
  return {
    ...one,
    ...other,
    ...(isPlain(these) && isPlain(those) && { properties: { ...these, ...those } }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

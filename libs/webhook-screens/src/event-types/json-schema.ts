/** The parts of a JSON Schema that the catalogue shows. */
export interface ShownSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, ShownSchema>>;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ShownSchema>>;
  readonly required?: readonly string[];
  readonly items?: ShownSchema;
  readonly anyOf?: readonly ShownSchema[];
  readonly oneOf?: readonly ShownSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

/** Replaces a reference by the schema that it names. A description beside the reference takes precedence. */
export function resolved(schema: ShownSchema, root: ShownSchema): ShownSchema {
  const { $ref, ...rest } = schema;
  if ($ref === undefined) return schema;
  let found: unknown = root;
  for (const part of $ref.split('/').slice(1)) found = (found as Record<string, unknown> | undefined)?.[part];
  return { ...resolved(found ?? {}, root), ...rest };
}

/** The types of a schema without repeats, such as `string` and `null`; `array` names the types of its items. */
export function typesOf(schema: ShownSchema, root: ShownSchema): readonly (string | { readonly items: string[] })[] {
  const whole = resolved(schema, root);
  const branches = whole.anyOf ?? whole.oneOf;
  if (branches) {
    const all = branches.flatMap((branch) => typesOf(branch, root));
    return all.filter((type, index) => all.findIndex((each) => nameOf(each) === nameOf(type)) === index);
  }
  const named = typeof whole.type === 'string' ? [whole.type] : (whole.type ?? [typeOfValue(whole)]);
  return named.map((type) =>
    type === 'array' && whole.items ? { items: typesOf(whole.items, root).map(nameOf) } : type,
  );
}

const nameOf = (type: string | { readonly items: string[] }): string =>
  typeof type === 'string' ? type : `array ${type.items.join()}`;

function typeOfValue({ enum: values, const: value, properties }: ShownSchema): string {
  if (properties) return 'object';
  const sample = values?.[0] ?? value;
  return sample === undefined ? 'any' : typeof sample;
}

/** The object whose members are shown below a member: the schema, one of its branches, or the items of its list. */
export function objectOf(schema: ShownSchema, root: ShownSchema): ShownSchema | undefined {
  const whole = resolved(schema, root);
  if (whole.properties && Object.keys(whole.properties).length > 0) return whole;
  if (whole.items) return objectOf(whole.items, root);
  return (whole.anyOf ?? whole.oneOf)?.map((branch) => objectOf(branch, root)).find((found) => found !== undefined);
}

/** The allowed values, if they are listed. */
export function valuesOf(schema: ShownSchema, root: ShownSchema): readonly string[] {
  const whole = resolved(schema, root);
  const values = whole.enum ?? (whole.const === undefined ? [] : [whole.const]);
  const branches = whole.anyOf ?? whole.oneOf ?? [];
  return [...values.map(String), ...branches.flatMap((branch) => valuesOf(branch, root))];
}

import { isDecimal } from './decimal-arguments.rules.js';
import type { ListedArguments } from './tool-arguments.rules.js';
import { CONTROLS, type ToolJsonSchema } from './tool-schema.rules.js';

/** A longer sentence is read with `tools_describe`. */
const LONGEST_DESCRIPTION = 120;

/** The two ends of a range, whose names say that they are included. */
const rangeOf = (name: string, words: string): [string, string][] => [
  [`${name}From`, words],
  [`${name}To`, words],
];

/** Words for members whose descriptions in the API are for programs; empty if the name says enough. */
const WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(CONTROLS).map(([name, { description }]) => [name, description])),
  ...{ id: '', clientId: '', invoiceId: '', country: 'ISO 3166-1', currency: 'ISO 4217', kind: '', mode: '', code: '' },
  limit: '1 to 100',
  cursor: 'nextCursor of the previous page',
  includeTotal: 'Also counts all records',
  expand: 'Related records to include',
  externalId: 'Your own id of the record',
  customField: 'name:value',
  status: '',
  types: 'Like invoice.paid',
  eventTypes: 'Like invoice.paid',
  lineIds: 'With the mode Lines',
  channel: 'Email: Billhook sends it. Link: it gets links, which the user finds in Billhook. None (default): neither',
  quantity: 'Decimal; negative for a return',
  unitPrice: 'Decimal, not negative',
  discount: 'With amount or percent',
  taxRate: 'Percentage, a decimal. Required with S, absent with O',
  amount: 'Decimal',
  taxCategory: 'S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope',
  ...Object.fromEntries(['issueDate', 'dueDate', 'expiryDate', 'date'].flatMap((name) => rangeOf(name, ''))),
  ...Object.fromEntries(['gross', 'amount'].flatMap((name) => rangeOf(name, 'Decimal'))),
  unit: 'UN/ECE code, like HUR for hours. Default: C62 (pieces)',
};

/** Only for programs that keep a copy. /v1 accepts them from a tool as well. */
const FOR_COPIES = new Set(['updatedSince', 'createdAfter', 'createdBefore']);

/** A longer list of values is not worth its space in every conversation. */
const MOST_VALUES = 16;

type Brief = (schema: ToolJsonSchema, name: string) => ToolJsonSchema;

/**
 * What the list of tools says about the arguments of a tool: their names, types, values and what each is for. Patterns and lengths are
 * left out: /v1 checks them, and its errors name the member and the rule.
 */
export function listedSchemaOf(
  schema: ToolJsonSchema,
  { only, except = [], omits = {}, instead = {} }: ListedArguments = {},
): { readonly type: 'object' } & ToolJsonSchema {
  const brief: Brief = (given, name) => {
    const own = merged(given);
    const values = valuesOf(own);
    return described(own, WORDS[name] ?? firstSentence(own), {
      ...(values.length > 0 && values.length <= MOST_VALUES ? { enum: values } : {}),
      ...membersOf(own, name, brief, omits[name]),
    });
  };
  const { properties = {}, required } = membersOf(schema, '', brief);
  const listed = Object.entries(properties).filter(
    ([name]) => !FOR_COPIES.has(name) && !except.includes(name) && (name in CONTROLS || (only?.includes(name) ?? true)),
  );
  return {
    type: 'object',
    properties: { ...Object.fromEntries(listed), ...instead },
    ...(required === undefined ? {} : { required }),
  };
}

/** The rules about a value that are short enough to read. */
const RULES = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'maxProperties', 'default'];
const LONGEST_PATTERN = 60;
/** A larger maximum is only the limit of a JSON number. */
const LARGEST_MAXIMUM = 1_000_000_000;

/** All arguments with all that is known about them, for `tools_describe`. */
export function wholeSchemaOf(schema: ToolJsonSchema): ToolJsonSchema {
  const whole: Brief = (given, name) => {
    const { anyOf, oneOf } = given;
    const forms = [anyOf, oneOf].find(Array.isArray) as ToolJsonSchema[] | undefined;
    const isNullable = forms?.some(({ type }) => type === 'null') ?? false;
    const own = forms?.filter(({ type }) => type !== 'null').length === 1 ? merged(given) : given;
    const hasForms = own === given && forms !== undefined && own['properties'] === undefined;
    // Rules about other members, which only a schema for validation expresses: the document writes them as a condition.
    const rule = own['if'];
    const alternatives = isMembers(rule) && Array.isArray(rule['oneOf']) ? (rule['oneOf'] as ToolJsonSchema[]) : [];
    const choice = alternatives.flatMap(({ required }) => (Array.isArray(required) ? (required as string[]) : []));
    const words = [
      ...[isDecimal(own) ? 'Decimal' : '', name === 'taxRate' ? WORDS[name] : own['description']],
      ...[choice.length > 1 ? `Exactly one of ${choice.join(', ')}` : '', isNullable ? 'null clears it' : ''],
    ];
    return described(own, words.filter(Boolean).join('. '), {
      ...Object.fromEntries(RULES.filter((rule) => rule in own).map((rule) => [rule, own[rule]])),
      ...(Number(own['maximum']) > LARGEST_MAXIMUM ? { maximum: undefined } : {}),
      ...(isDecimal(own) || !isShort(own['pattern']) ? {} : { pattern: own['pattern'] }),
      ...(valuesOf(own).length > 0 ? { enum: valuesOf(own) } : {}),
      ...(hasForms ? { oneOf: forms.map((form) => whole(form, name)) } : {}),
      ...membersOf(own, name, whole),
    });
  };
  return whole(schema, '');
}

const isShort = (pattern: unknown): boolean => typeof pattern === 'string' && pattern.length <= LONGEST_PATTERN;

const valuesOf = ({ enum: values }: ToolJsonSchema): unknown[] => (Array.isArray(values) ? (values as unknown[]) : []);

const described = ({ type, format }: ToolJsonSchema, words: string, more: ToolJsonSchema): ToolJsonSchema => ({
  ...(type === undefined ? {} : { type }),
  ...(format === 'date' || format === 'date-time' ? { format } : {}),
  ...more,
  ...(words === '' ? {} : { description: words }),
});

/** @param left the members to leave out */
function membersOf(
  { items, properties, required }: ToolJsonSchema,
  name: string,
  brief: Brief,
  left: readonly string[] = [],
): { readonly properties?: ToolJsonSchema } & ToolJsonSchema {
  const members = Object.entries(isMembers(properties) ? properties : {}).filter(([member]) => !left.includes(member));
  return {
    ...(isMembers(items) ? { items: withoutDescription(brief(items, name)) } : {}),
    ...(isMembers(properties)
      ? {
          properties: Object.fromEntries(
            members.map(([member, each]) => [member, brief(each as ToolJsonSchema, member)]),
          ),
        }
      : {}),
    ...(Array.isArray(required) && required.length > 0 ? { required: required as unknown[] } : {}),
  };
}

/** The array has the description of the member. */
const withoutDescription = ({ description: _, ...schema }: ToolJsonSchema): ToolJsonSchema => schema;

/** One schema for the alternatives of a member: null clears every optional one, and the forms of an object have members of all. */
function merged(schema: ToolJsonSchema): ToolJsonSchema {
  const { anyOf, oneOf, ...rest } = schema;
  const list = [anyOf, oneOf].find(Array.isArray) as ToolJsonSchema[] | undefined;
  const forms = list?.filter(({ type }) => type !== 'null') ?? [];
  const [first] = forms;
  // A rule about members that a schema has already listed.
  if (!first || rest['properties'] !== undefined) return rest;
  if (forms.length === 1) return merged({ ...first, ...rest });
  if (!forms.every(({ type }) => type === 'object')) return rest;
  const needed = forms.map(({ required }) => (Array.isArray(required) ? (required as string[]) : []));
  return {
    ...rest,
    type: 'object',
    properties: forms.reduce<ToolJsonSchema>((all, { properties }) => joined(all, properties as ToolJsonSchema), {}),
    required: (needed[0] ?? []).filter((name) => needed.every((names) => names.includes(name))),
  };
}

/** The members of two forms; the values of one that both have, like the mode that distinguishes them, are put together. */
function joined(all: ToolJsonSchema, more: ToolJsonSchema): ToolJsonSchema {
  const entries = Object.entries(more).map(([name, schema]): [string, unknown] => {
    const [before, after] = [all[name], schema].map((each) => (isMembers(each) ? valuesOf(each) : []));
    const values = before?.length && after?.length ? { enum: [...new Set([...before, ...after])] } : {};
    return [name, { ...(schema as ToolJsonSchema), ...values }];
  });
  return { ...all, ...Object.fromEntries(entries) };
}

/** The first sentence of a description, if it says more than the name of the member. */
function firstSentence(schema: ToolJsonSchema): string {
  const { description = '' } = schema;
  const [first = ''] = String(description).split(/(?<=[^A-Z])[.;] /);
  const plain = first.replaceAll('`', '').replace(/\.$/, '');
  const isKnown = /^Default: (\[\]|false)|calendar date|^The id of the record/.test(plain);
  const says = isKnown || plain.length > LONGEST_DESCRIPTION ? '' : plain;
  return [isDecimal(schema) ? 'Decimal' : '', says].filter(Boolean).join('. ');
}

const isMembers = (value: unknown): value is ToolJsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

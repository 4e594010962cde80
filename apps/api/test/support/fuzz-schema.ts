import fc from 'fast-check';
import type { Schema } from './fuzz-document.js';
import { isContainer, Ref } from './fuzz-json.js';
import { BAD_DATES, BAD_DECIMALS, oddName, oddText } from './fuzz-values.js';

/** Marks an omitted property. */
const ABSENT = Symbol('absent');

type Schemas = Readonly<Record<string, Schema>>;

/** Knowledge that a schema cannot express: which texts are valid decimals and dates, and which numbers are ids of records. */
const DECIMALS = [
  ...['0.01', '1', '1.00', '2', '5.00', '10.00', '20', '20.00', '75.00', '80.00', '100', '450.00', '1080.00'],
  ...['0', '-1', '0.0001', '999999.99'],
];
const PARTS = ['0.01', '1.00', '1.00', '5.00', '10.00', '540.00'];
const DATES = [
  '2026-11-21',
  '2026-11-01',
  '2026-11-20',
  '2026-12-31',
  '2027-02-28',
  '2028-02-29',
  '2025-01-01',
  '2026-10-25',
];
const INSTANTS = ['2026-11-21T09:30:00.000Z', '2020-01-01T00:00:00Z', '2026-02-28T23:59:59.999Z'];
const GOOD_EMAILS = ['compta@atelier-lumen.example', 'a@b.co', 'first.last+tag@example.com', 'r&d@müller.example'];
const BAD_EMAILS = ['"quoted"@example.com', 'ö@example.com', 'a@b', 'a@b.co\r\nBcc: x@y.co', `${'a'.repeat(250)}@b.co`];
const URLS = [
  'https://example.com/hooks',
  'http://127.0.0.1:4999/x',
  'https://user:pw@example.com/',
  'https://[::1]/',
  'ftp://x',
];

/** Texts by the name of their property, where other texts would be rejected. */
const BY_NAME: Readonly<Record<string, readonly string[]>> = {
  currency: [...Array<string>(12).fill('EUR'), 'USD', 'JPY', 'KWD', 'XXX', 'eur'],
  country: ['FR', 'FR', 'DE', 'CH', 'GR', 'US', 'ZZ', 'EL'],
  amount: ['0.01', '1.00', '1.00', '5.00', '10.00', '80.00', '100.00', '540.00', '1080.00', '0.001'],
  date: [...Array<string>(8).fill('2026-11-21'), '2026-11-20', '2025-01-01', '2026-11-22', '2026-02-30'],
  issueDate: [
    ...Array<string>(8).fill('2026-11-21'),
    '2026-11-01',
    '2025-01-01',
    '2027-02-28',
    '2028-02-29',
    '2027-02-29',
  ],
  unit: ['C62', 'HUR', 'DAY', 'KGM', 'XPP', 'HR'],
  series: ['default', 'default', 'default', 'export'],
  iban: ['FR7630006000011234567890189', 'DE89370400440532013000', 'FR7630006000011234567890188'],
  bic: ['AGRIFRPP', 'DEUTDEFF500'],
  vatNumber: ['FR40303265045', 'DE123456789', 'ATU12345678'],
  timeZone: ['Europe/Paris', 'Pacific/Kiritimati', 'America/St_Johns', 'Etc/GMT+12'],
  pattern: ['INV-{YYYY}-{#####}', 'X{YY}{MM}{###}', '{#}', 'A-{YYYY}'],
  url: URLS,
  sort: ['-id', 'id', 'updatedAt,id', '-issueDate,-id', 'name', '-amount,id', 'number', 'nothing'],
  expand: ['client', 'client,payments', 'payments', 'client,client', 'nothing', ','],
  customField: ['costCentre:A7', 'a:', ':', 'a:b:c'],
};

/** A rate that fits the category: other invoices do not pass validation. */
const TAXES: readonly Readonly<Record<string, unknown>>[] = [
  { taxCategory: 'S', taxRate: '20', exemptionReason: ABSENT },
  { taxCategory: 'S', taxRate: '20', exemptionReason: ABSENT },
  { taxCategory: 'S', taxRate: '5.5', exemptionReason: ABSENT },
  { taxCategory: 'Z', taxRate: '0', exemptionReason: ABSENT },
  { taxCategory: 'E', taxRate: ABSENT, exemptionReason: 'Article 261' },
  { taxCategory: 'AE', taxRate: ABSENT },
];
/** Either, never both. */
const ADJUSTMENTS: readonly Readonly<Record<string, unknown>>[] = [
  { amount: '1.00', percent: ABSENT },
  { amount: ABSENT, percent: '10' },
];

/** Generates values for a schema: mostly valid ones, others by rule and at random. */
export class SchemaValues {
  constructor(private readonly schemas: Schemas) {}

  /**
   * @param name of the property that the value is for
   * @param depth of objects around it: the deeper, the fewer optional properties
   */
  of(schema: Schema, name = '', depth = 0): fc.Arbitrary<unknown> {
    if (schema.$ref !== undefined) return this.of(this.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name, depth);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
    // Beside named members they are conditions, not alternatives.
    const choices = schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
    if (choices && choices.length > 0) return fc.oneof(...choices.map((choice) => this.of(choice, name, depth)));
    if (schema.allOf) return this.of(Object.assign({}, ...schema.allOf), name, depth);
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? typesBy(schema));
    return fc.oneof(...types.map((type) => this.ofType(type, schema, name, depth)));
  }

  private ofType(type: string, schema: Schema, name: string, depth: number): fc.Arbitrary<unknown> {
    switch (type) {
      case 'object':
        return this.object(schema, depth);
      case 'array':
        return this.array(schema, name, depth);
      case 'integer':
        return isId(name) ? reference(name) : whole(schema);
      case 'number':
        return fc.oneof(whole(schema), fc.double());
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return textOf(schema, name);
    }
  }

  /** Few, and rarely none: a document without lines fails early. */
  private array(
    { items = {}, minItems = 0, maxItems = 3 }: Schema,
    name: string,
    depth: number,
  ): fc.Arbitrary<unknown[]> {
    const item = this.of(items, singular(name), depth + 1);
    const most = Math.min(maxItems, Math.max(minItems, 3));
    return fc.oneof(
      { weight: 9, arbitrary: fc.array(item, { minLength: Math.min(Math.max(minItems, 1), most), maxLength: most }) },
      { weight: 1, arbitrary: fc.array(item, { minLength: minItems, maxLength: minItems }) },
    );
  }

  /** Built around the example of the schema, or of its required properties alone. */
  private object(schema: Schema, depth: number): fc.Arbitrary<unknown> {
    const { properties = {}, required = [], additionalProperties: more } = schema;
    const example = isContainer(schema.example) && !Array.isArray(schema.example) ? schema.example : {};
    const base = Object.entries(properties).filter(([name]) => required.includes(name) || name in example);
    const rest = Object.entries(properties).filter(([name]) => !required.includes(name));
    const parts = base.map(([name, property]) => {
      const shown: unknown = Reflect.get(example, name);
      const made = this.of(property, name, depth + 1);
      // The total of the example applies only to its own lines.
      if (name === 'expectedTotal') return fc.tuple(fc.constant(name), rarely(made));
      if (shown === undefined) return fc.tuple(fc.constant(name), made);
      return fc.tuple(
        fc.constant(name),
        fc.oneof({ weight: 5, arbitrary: shownOf(shown, name) }, { weight: 1, arbitrary: made }),
      );
    });
    const extra = rest.map(([name, property]) => fc.tuple(fc.constant(name), fc.constant(property)));
    const extras =
      extra.length === 0
        ? fc.constant<(readonly [string, unknown])[]>([])
        : fc.array(
            fc
              .oneof(...extra)
              .chain(([name, property]) => fc.tuple(fc.constant(name), this.of(property, name, depth + 1))),
            {
              maxLength: depth === 0 ? 2 : 1,
            },
          );
    const others =
      typeof more === 'object'
        ? fc.array(fc.tuple(oddName, this.of(more, '', depth + 1)), { maxLength: 2 })
        : fc.constant([]);
    return fc.tuple(fc.tuple(...parts), extras, others, agreed(properties)).map(([known, optional, open, fitting]) => {
      const named = [...known, ...optional, ...open, ...Object.entries(fitting)];
      return Object.fromEntries(Object.entries(Object.fromEntries(named)).filter(([, value]) => value !== ABSENT));
    });
  }
}

/** Members that belong together without a rule in the schema: usually generated together. */
function agreed(properties: Readonly<Record<string, Schema>>): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const has = (name: string): boolean => name in properties;
  const none = fc.constant<Readonly<Record<string, unknown>>>({});
  const rates = has('taxRate') && has('exemptionReason') ? fc.constantFrom(...TAXES) : none;
  const amounts = has('amount') && has('percent') ? fc.constantFrom(...ADJUSTMENTS) : none;
  const both = fc.tuple(rates, amounts).map(([rate, amount]) => ({ ...rate, ...amount }));
  return fc.oneof({ weight: 6, arbitrary: both }, { weight: 1, arbitrary: none });
}

function rarely(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant<unknown>(ABSENT) }, { weight: 1, arbitrary: value });
}

function typesBy(schema: Schema): string[] {
  return schema.properties ? ['object'] : ['string'];
}

const singular = (name: string): string => name.replace(/s$/, '');
const isId = (name: string): boolean => /(^|[a-z])Id$|^id$/.test(name);

/** An example with existing records as its ids. */
function shownOf(example: unknown, name: string): fc.Arbitrary<unknown> {
  if (isId(name) && typeof example === 'number') return reference(name);
  if (Array.isArray(example)) return fc.tuple(...example.map((item: unknown) => shownOf(item, singular(name))));
  if (!isContainer(example)) return fc.constant(example);
  const members = Object.entries(example).filter(([member]) => member !== 'expectedTotal');
  const parts = members.map(([member, value]): [string, fc.Arbitrary<unknown>] => [
    member,
    // A part of the surrounding amount, because two complete ones would exceed it.
    member === 'amount' ? fc.constantFrom(...PARTS) : shownOf(value, member),
  ]);
  return fc.record(Object.fromEntries(parts));
}

/** The kinds of records by the names of the properties that hold their ids. */
const KINDS: Readonly<Record<string, string>> = {
  line: 'quote_line',
  creditNote: 'credit_note',
  endpoint: 'webhook_endpoint',
};

/** The states in which others can refer to a record. */
const REFERABLE: Readonly<Record<string, readonly string[]>> = {
  client: ['Active'],
  invoice: ['Sent', 'Partial', 'Overdue'],
  quote_line: ['Accepted'],
};

function reference(name: string): fc.Arbitrary<Ref> {
  const stem = name.replace(/Id$/, '');
  const kind = KINDS[stem] ?? stem;
  return references(kind, REFERABLE[kind]);
}

const STATES: Readonly<Record<string, readonly string[]>> = {
  client: ['Active', 'Archived'],
  invoice: ['Draft', 'Sent', 'Partial', 'Paid', 'Overdue', 'Rejected', 'Void'],
  quote: ['Draft', 'Sent', 'Accepted', 'Declined', 'Superseded', 'Invoiced'],
  payment: ['Recorded', 'Deleted', 'Refund'],
};

const OWNERS: fc.Arbitrary<Ref['of']> = fc.oneof(
  { weight: 24, arbitrary: fc.constant<Ref['of']>('own') },
  { weight: 1, arbitrary: fc.constant<Ref['of']>('other') },
);

/**
 * Records of a kind: mostly in useful states, sometimes in others, rarely of another company.
 * @param wanted the useful states; all of them if undefined
 */
export function references(kind: string, wanted: readonly string[] = []): fc.Arbitrary<Ref> {
  const state = fc.oneof(...wanted.map((one) => ({ weight: 6, arbitrary: fc.constant<string | null>(one) })), {
    weight: 2,
    arbitrary: fc.constantFrom<string | null>(null, ...(STATES[kind] ?? [])),
  });
  const nth = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(5) });
  return fc.tuple(state, nth, OWNERS).map(([one, place, of]) => new Ref(kind, one, place, of));
}

function whole({ minimum = 0, maximum = 1_000 }: Schema): fc.Arbitrary<number> {
  const min = Math.ceil(Math.max(minimum, -1_000_000));
  return fc.oneof(
    fc.constantFrom(min, Math.min(maximum, min + 1)),
    fc.integer({ min, max: Math.max(min, Math.min(maximum, 1_000_000)) }),
  );
}

function textOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (isId(name) && /\\d/.test(schema.pattern ?? '')) return reference(name);
  const { example } = schema;
  const shown = typeof example === 'string' ? [example] : [];
  const known = BY_NAME[name];
  if (known) return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: oddText });
  if (schema.format === 'date') return mostly(DATES, BAD_DATES);
  if (schema.format === 'date-time') return mostly(INSTANTS, BAD_DATES);
  if (schema.format === 'idn-email') return mostly(GOOD_EMAILS, BAD_EMAILS);
  if (shown.some((text) => /^-?\d+(\.\d+)?$/.test(text))) return mostly([...DECIMALS, ...shown], BAD_DECIMALS);
  // A class of rejected characters is not sufficient to generate a text.
  if (schema.pattern !== undefined && !/^\^(?:\\s\*)?\[\^/.test(schema.pattern)) return matching(schema.pattern, shown);
  const { minLength = 0, maxLength = 60 } = schema;
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('Widget', 'Jeanne Lumen', 'x', ...shown) },
    { weight: 2, arbitrary: oddText },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1).map((over) => 'a'.repeat(maxLength + over)) },
  );
}

function mostly(good: readonly string[], bad: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...bad) },
  );
}

function matching(pattern: string, shown: readonly string[]): fc.Arbitrary<string> {
  const made = fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 120 });
  return shown.length > 0 ? fc.oneof(fc.constantFrom(...shown), made) : made;
}

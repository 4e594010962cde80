import { describe, expect, it } from '@jest/globals';
import { SchemaBreaks, type Flow } from './schema-breaks.rules.js';

const text = { type: 'string' };
const number = { type: 'number' };
const list = (...values: string[]) => ({ ...text, enum: values });
const object = (properties: object, required: string[] = [], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});
const named = (pattern: string) => ({ ...text, pattern });
const CLOSED = { additionalProperties: false };

const breaksOf = (flow: Flow, before: unknown, after: unknown): string[] =>
  new SchemaBreaks({ before: {}, after: {} })
    .find(before, after, flow, 'x')
    .map(({ where, what }) => `${where} ${what}`);

type Case = readonly [name: string, before: unknown, after: unknown, ...sentences: string[]];

const TAKEN: readonly Case[] = [
  ['another type', text, number, 'x type was "string", is "number" now'],
  ['an exact number only', number, { type: 'integer' }, 'x type was "number", is "integer" now'],
  ['fewer types', { type: ['string', 'number'] }, text, 'x no longer accepts number'],
  ['no null', { type: ['string', 'null'] }, text, 'x no longer accepts null'],
  ['fewer alternatives', { anyOf: [object({ a: text }), number] }, number, 'x no longer accepts object'],
  ['fewer values', list('A', 'B'), list('A'), 'x no longer accepts "B"'],
  ['a list of values', text, list('A'), 'x enum was open, is ["A"] now'],
  ['one value', text, { const: 'A' }, 'x enum was open, is ["A"] now'],
  ['only shorter texts', { ...text, maxLength: 9 }, { ...text, maxLength: 8 }, 'x maxLength was 9, is 8 now'],
  ['only longer texts', { ...text, minLength: 1 }, { ...text, minLength: 2 }, 'x minLength was 1, is 2 now'],
  ['a first bound', number, { ...number, maximum: 9 }, 'x maximum was open, is 9 now'],
  ['a first exclusive bound', number, { ...number, exclusiveMinimum: 0 }, 'x exclusiveMinimum was open, is 0 now'],
  ['fewer items', { type: 'array', maxItems: 9 }, { type: 'array', maxItems: 8 }, 'x maxItems was 9, is 8 now'],
  ['a pattern', text, { ...text, pattern: 'A' }, 'x pattern was open, is "A" now'],
  ['another pattern', { ...text, pattern: 'B' }, { ...text, pattern: 'A' }, 'x pattern was "B", is "A" now'],
  ['fewer names', named('^-?(?:A|B)$'), named('^-?(?:A)$'), 'x pattern was "^-?(?:A|B)$", is "^-?(?:A)$" now'],
  ['other names', named('^(A|B)$'), named('^(A|C)$'), 'x pattern was "^(A|B)$", is "^(A|C)$" now'],
  [
    'another pattern around more names',
    named('^(?:A|B)[0-9]$'),
    named('^(?:A|B|C)[0-8]$'),
    'x pattern was "^(?:A|B)[0-9]$", is "^(?:A|B|C)[0-8]$" now',
  ],
  [
    'fewer names where more are excluded',
    named('^(?!A)'),
    named('^(?!A|B)'),
    'x pattern was "^(?!A)", is "^(?!A|B)" now',
  ],
  [
    'names of other characters',
    named('^(A|[B])$'),
    named('^(A|[B]|C)$'),
    'x pattern was "^(A|[B])$", is "^(A|[B]|C)$" now',
  ],
  ['another format', { ...text, format: 'uri' }, { ...text, format: 'email' }, 'x format was "uri", is "email" now'],
  ['an unknown keyword', text, { ...text, not: { const: 'A' } }, 'x not was open, is {"const":"A"} now'],
  ['another default', { ...number, default: 25 }, { ...number, default: 50 }, 'x default was 25, is 50 now'],
  [
    'another described default',
    { ...text, description: 'Default: `"A"`' },
    { ...text, default: 'B' },
    'x default was "A", is "B" now',
  ],
  ['no described default', { ...text, description: 'A. Default: `"A"`' }, text, 'x default was "A", is open now'],
  ['no default', { ...number, default: 25 }, number, 'x default was 25, is open now'],
  ['a required property', object({ a: text }), object({ a: text }, ['a']), 'x.a is required now'],
  ['a new required property', object({}), object({ a: text }, ['a']), 'x.a is required now'],
  ['fewer properties', object({ a: text }, [], CLOSED), object({}, [], CLOSED), 'x.a is no longer accepted'],
  ['no unknown properties', object({}), object({}, [], CLOSED), 'x no longer accepts further properties'],
  [
    'an inner property of another type',
    object({ a: object({ b: text }) }),
    object({ a: object({ b: number }) }),
    'x.a.b type was "string", is "number" now',
  ],
  [
    'items of another type',
    { type: 'array', items: text },
    { type: 'array', items: number },
    'x[] type was "string", is "number" now',
  ],
  [
    'map values of fewer types',
    object({}, [], { additionalProperties: { type: ['string', 'number'] } }),
    object({}, [], { additionalProperties: text }),
    'x.* no longer accepts number',
  ],
  [
    'map values of one type',
    object({}),
    object({}, [], { additionalProperties: text }),
    'x.* type was open, is "string" now',
  ],
  [
    'two changes',
    object({ a: text, b: text }),
    object({ a: number, b: text }, ['b']),
    'x.b is required now',
    'x.a type was "string", is "number" now',
  ],
];

const GIVEN: readonly Case[] = [
  ['another type', text, number, 'x type was "string", is "number" now'],
  ['numbers besides integers', { type: 'integer' }, number, 'x type was "integer", is "number" now'],
  ['null', text, { type: ['string', 'null'] }, 'x may be null now'],
  ['another alternative', number, { anyOf: [object({ a: text }), number] }, 'x may be object now'],
  ['anything', text, {}, 'x type was "string", is open now'],
  ['any value', list('A', 'B'), text, 'x enum was ["A","B"], is open now'],
  ['another value that identifies the kind', list('A'), list('B'), 'x enum was ["A"], is ["B"] now'],
  ['longer texts', { ...text, maxLength: 9 }, { ...text, maxLength: 10 }, 'x maxLength was 9, is 10 now'],
  ['any length', { ...text, maxLength: 9 }, text, 'x maxLength was 9, is open now'],
  ['another pattern', named('^A$'), named('^B$'), 'x pattern was "^A$", is "^B$" now'],
  ['one of several names', named('^(?:A)$'), named('^(?:A|B)$'), 'x pattern was "^(?:A)$", is "^(?:A|B)$" now'],
  ['another format', { ...text, format: 'date' }, text, 'x format was "date", is open now'],
  ['fewer members', object({ a: text }, ['a']), object({}), 'x.a was removed'],
  ['fewer optional members', object({ a: text }), object({}), 'x.a was removed'],
  ['a member that may be missing', object({ a: text }, ['a']), object({ a: text }), 'x.a may be missing now'],
  ['fewer inner members', object({ a: object({ b: text }) }), object({ a: object({}) }), 'x.a.b was removed'],
  [
    'fewer members in an alternative',
    { anyOf: [object({ a: text }), number] },
    { anyOf: [number, object({})] },
    'x.a was removed',
  ],
  [
    'items that may be null',
    { type: 'array', items: text },
    { type: 'array', items: { type: ['string', 'null'] } },
    'x[] may be null now',
  ],
  ['items of any kind', { type: 'array', items: text }, { type: 'array' }, 'x[] type was "string", is open now'],
  [
    'map values of another type',
    object({}, [], { additionalProperties: text }),
    object({}, [], { additionalProperties: number }),
    'x.* type was "string", is "number" now',
  ],
  ['no map', object({}, [], { additionalProperties: text }), object({}, [], CLOSED), 'x no longer has further members'],
];

const GROWTH: readonly (readonly [name: string, flow: Flow, before: unknown, after: unknown])[] = [
  ['accepts another type as well', 'taken', text, { type: ['string', 'number'] }],
  ['accepts null as well', 'taken', text, { anyOf: [{ type: 'null' }, text] }],
  ['accepts a wider type', 'taken', { type: 'integer' }, number],
  ['accepts anything', 'taken', text, {}],
  ['accepts another value', 'taken', list('A'), list('A', 'B')],
  ['accepts any value', 'taken', list('A'), text],
  ['accepts longer texts', 'taken', { ...text, maxLength: 9 }, { ...text, maxLength: 10 }],
  ['loses a bound', 'taken', { ...number, minimum: 1 }, number],
  ['loses a pattern', 'taken', { ...text, pattern: 'A' }, text],
  ['accepts another name', 'taken', named('^(?:A|B)(?:\\.[^.]+)*$'), named('^(?:C|A|B)(?:\\.[^.]+)*$')],
  ['accepts another name to sort by', 'taken', named('^(-?)(?:(id)|(A)(,id)?)$'), named('^(-?)(?:(id)|(A|B)(,id)?)$')],
  ['gives another name', 'given', named('^(?:A|B)$'), named('^(?:A|B|C)$')],
  ['gives fewer names', 'given', named('^(?:A|B)$'), named('^(?:A)$')],
  ['gets a default', 'taken', number, { ...number, default: 1 }],
  ['accepts another property', 'taken', object({}, [], CLOSED), object({ a: text }, [], CLOSED)],
  ['no longer requires a property', 'taken', object({ a: text }, ['a']), object({ a: text })],
  ['accepts unknown properties', 'taken', object({}, [], CLOSED), object({})],
  ['names an unknown property', 'taken', object({ a: text }), object({})],
  ['gives another member', 'given', object({}), object({ a: text }, ['a'])],
  ['gives another member of a closed object', 'given', object({}, [], CLOSED), object({ a: text }, ['a'], CLOSED)],
  ['always gives a member', 'given', object({ a: text }), object({ a: text }, ['a'])],
  ['never gives null', 'given', { type: ['string', 'null'] }, text],
  ['gives integers instead of numbers', 'given', number, { type: 'integer' }],
  ['gives a new value', 'given', list('A', 'B'), list('A', 'B', 'C')],
  ['gives fewer values', 'given', list('A', 'B'), list('B')],
  ['gives shorter texts', 'given', { ...text, maxLength: 9 }, { ...text, maxLength: 8 }],
  ['gets a pattern', 'given', text, { ...text, pattern: 'A' }],
  [
    'lists null among its values',
    'taken',
    { type: ['string', 'null'], enum: ['A', null] },
    { anyOf: [list('A'), { type: 'null' }] },
  ],
  ['becomes closed', 'given', object({}), object({}, [], CLOSED)],
  [
    'gets a description',
    'given',
    text,
    { ...text, description: 'A', example: 'A', title: 'A', deprecated: true, 'x-a': 1 },
  ],
  [
    'is written in another way',
    'given',
    { type: ['string', 'null'] },
    { oneOf: [{ type: 'null' }, { allOf: [text] }] },
  ],
];

describe('a schema of requests breaks callers when it accepts', () => {
  it.each(TAKEN)('%s', (_, before, after, ...sentences) => expect(breaksOf('taken', before, after)).toEqual(sentences));
});

describe('a schema of responses breaks readers when it gives', () => {
  it.each(GIVEN)('%s', (_, before, after, ...sentences) => expect(breaksOf('given', before, after)).toEqual(sentences));
});

describe('a schema breaks no client when it', () => {
  it.each(GROWTH)('%s', (_, flow, before, after) => expect(breaksOf(flow, before, after)).toEqual([]));
});

describe('a schema with a name', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const client = object({ id: number, parent: ref('Client') }, ['id']);

  it('can contain itself', () => {
    const breaks = new SchemaBreaks({ before: { Client: client }, after: { Client: client } });
    expect(breaks.find(ref('Client'), ref('Client'), 'given', 'x')).toEqual([]);
  });

  it('reports its breaks under its name, wherever it is used', () => {
    const breaks = new SchemaBreaks({ before: { Client: client }, after: { Client: object({ id: text }, ['id']) } });
    const expected = [
      { where: 'Client.parent', what: 'was removed' },
      { where: 'Client.id', what: 'type was "number", is "string" now' },
    ];
    expect(breaks.find(ref('Client'), ref('Client'), 'given', 'x')).toEqual(expected);
    expect(breaks.find(object({ a: ref('Client') }), object({ a: ref('Client') }), 'given', 'y')).toEqual(expected);
  });

  it('reports them under its name as an alternative as well', () => {
    const breaks = new SchemaBreaks({
      before: { Client: client },
      after: { Client: object({ parent: ref('Client') }) },
    });
    const either = object({ a: { anyOf: [ref('Client'), { type: 'null' }] }, b: ref('Client') });
    const breaksOf = breaks.find(either, either, 'given', 'x').map(({ where, what }) => `${where} ${what}`);
    expect([...new Set(breaksOf)]).toEqual(['Client.id was removed']);
  });

  it('can be renamed or inlined', () => {
    const breaks = new SchemaBreaks({
      before: { Client: object({ a: text }) },
      after: { Customer: object({ a: text }) },
    });
    expect(breaks.find(ref('Client'), ref('Customer'), 'given', 'x')).toEqual([]);
    expect(breaks.find(ref('Client'), object({ a: text }), 'given', 'x')).toEqual([]);
    expect(breaks.find(ref('Client'), object({}), 'given', 'x')).toEqual([{ where: 'Client.a', what: 'was removed' }]);
  });
});

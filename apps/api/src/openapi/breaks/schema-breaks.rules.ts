import { stringify } from 'safe-stable-stringify';
import { defaultOf } from '../steps/defaults.step.js';
import { annotationsAside, branchesOf, isPlain, NAME, nameOf, type Plain } from '../steps/schema-branches.rules.js';

/** The direction of values: `taken` from the caller (bodies, parameters) or `given` to the caller (responses, messages). */
export type Flow = 'taken' | 'given';

/** A breaking change for programs that were written for the earlier schema. */
export interface Break {
  readonly where: string;
  readonly what: string;
}

/** The named schemas of the two documents. */
interface NamedSchemas {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const HANDLED = new Set([
  ...['type', 'enum', 'properties', 'required', 'additionalProperties', 'items', 'default'],
  ...UPPER_BOUNDS,
  ...LOWER_BOUNDS,
]);

/**
 * Compares the schemas of two documents. Taken values may only widen, given values only narrow; responses may also get new
 * members, and new values in lists of values. A named schema is compared once, and its breaks are reported under its name.
 */
export class SchemaBreaks {
  private readonly known = new Map<string, readonly Break[]>();

  constructor(private readonly named: NamedSchemas) {}

  /** @param where the label of schemas without a name */
  find(before: unknown, after: unknown, flow: Flow, where: string): readonly Break[] {
    const [was, is] = [nameOf(before), nameOf(after)];
    if (was === undefined || is === undefined) return this.compare(before, after, flow, is ?? was ?? where);
    const key = `${flow} ${was} ${is}`;
    const found = this.known.get(key);
    if (found) return found;
    // A recursive schema is already being compared.
    this.known.set(key, []);
    const breaks = this.compare(before, after, flow, is);
    this.known.set(key, breaks);
    return breaks;
  }

  private compare(before: unknown, after: unknown, flow: Flow, where: string): readonly Break[] {
    const [earlier, later] = [branchesOf(before, this.named.before), branchesOf(after, this.named.after)];
    const [inner, outer] = flow === 'taken' ? [earlier, later] : [later, earlier];
    return inner.flatMap((one) => {
      const tries = outer
        .filter((other) => (inner.length === 1 && outer.length === 1) || canBeOf(one, other))
        .map((other) => (flow === 'taken' ? this.pair(one, other, flow, where) : this.pair(other, one, flow, where)));
      const [best] = tries.sort((a, b) => a.length - b.length);
      const kind = typeof one['type'] === 'string' ? one['type'] : 'anything';
      return best ?? [{ where, what: flow === 'taken' ? `no longer accepts ${kind}` : `may be ${kind} now` }];
    });
  }

  /** Compares two schemas without alternatives. */
  private pair(before: Plain, after: Plain, flow: Flow, place: string): readonly Break[] {
    const where = (before[NAME] !== undefined && after[NAME]) || place;
    const [inner, outer] = flow === 'taken' ? [before, after] : [after, before];
    if (!canBeOf(inner, outer)) return [changed(where, 'type', before, after)];
    return [
      ...enumBreaks(before, after, flow, where),
      ...boundBreaks(inner, outer).map((keyword) => changed(where, keyword, before, after)),
      // Unknown keywords must not change.
      ...Object.keys(annotationsAside(outer))
        .filter((keyword) => !HANDLED.has(keyword) && !same(inner[keyword], outer[keyword]))
        .filter((keyword) => keyword !== 'pattern' || !listsNames(before[keyword], after[keyword], flow))
        .map((keyword) => changed(where, keyword, before, after)),
      ...(flow === 'taken' ? defaultBreaks(before, after, where) : []),
      ...('items' in outer ? this.find(before['items'], after['items'], flow, `${where}[]`) : []),
      ...this.memberBreaks(before, after, flow, where),
      ...this.mapBreaks(before, after, flow, where),
    ];
  }

  private memberBreaks(before: Plain, after: Plain, flow: Flow, where: string): Break[] {
    const [had, has] = [membersOf(before), membersOf(after)];
    const [needed, needs] = [requiredOf(before), requiredOf(after)];
    const kept = Object.keys(had).filter((name) => name in has);
    const removed = Object.keys(had).filter((name) => !(name in has));
    const closed = after['additionalProperties'] === false;
    const breakAt = (name: string, what: string): Break => ({ where: `${where}.${name}`, what });
    return [
      ...removed
        .filter(() => flow === 'given' || closed)
        .map((name) => breakAt(name, flow === 'given' ? 'was removed' : 'is no longer accepted')),
      ...(flow === 'taken'
        ? needs.filter((name) => !needed.includes(name)).map((name) => breakAt(name, 'is required now'))
        : kept
            .filter((name) => needed.includes(name) && !needs.includes(name))
            .map((name) => breakAt(name, 'may be missing now'))),
      ...kept.flatMap((name) => this.find(had[name], has[name], flow, `${where}.${name}`)),
    ];
  }

  /** Compares `additionalProperties`. */
  private mapBreaks(before: Plain, after: Plain, flow: Flow, where: string): readonly Break[] {
    const [had, has] = [before, after].map((schema) => restOf(schema));
    if (flow === 'taken') {
      if (had === 'none' || has === 'any') return [];
      if (has === 'none') return [{ where, what: 'no longer accepts further properties' }];
      return this.find(had === 'any' ? {} : had, has, flow, `${where}.*`);
    }
    // Responses that do not restrict further members may get some.
    if (had === 'none' || had === 'any') return [];
    if (has === 'none') return [{ where, what: 'no longer has further members' }];
    return this.find(had, has === 'any' ? {} : has, flow, `${where}.*`);
  }
}

/** What an object may contain besides its members: a schema, or a word for anything or nothing. */
function restOf({ additionalProperties: rest }: Plain): Plain | 'any' | 'none' {
  if (rest === false) return 'none';
  return isPlain(rest) && Object.keys(rest).length > 0 ? rest : 'any';
}

/** Whether a pattern changed only in names that it lists, as a new member or currency changes it. */
const listsNames = (before: unknown, after: unknown, flow: Flow): boolean =>
  flow === 'taken' ? acceptsMoreNames(before, after) : givesOtherNames(before, after);

/** A new default only documents the previous behavior. */
function defaultBreaks(before: Plain, after: Plain, where: string): Break[] {
  const [was, is] = [defaultOf(before), defaultOf(after)];
  return was === undefined || was === is ? [] : [{ where, what: `default was ${was}, is ${is ?? 'open'} now` }];
}

/** Ignores the order of members. */
export const same = (one: unknown, other: unknown): boolean => stringify(one) === stringify(other);

function changed(where: string, keyword: string, before: Plain, after: Plain): Break {
  const limitOf = (schema: Plain) => (schema[keyword] === undefined ? 'open' : JSON.stringify(schema[keyword]));
  return { where, what: `${keyword} was ${limitOf(before)}, is ${limitOf(after)} now` };
}

/** Whether one schema's type is within another's. */
function canBeOf(inner: Plain, outer: Plain): boolean {
  const [narrow, wide] = [inner['type'], outer['type']];
  return wide === undefined || narrow === wide || (narrow === 'integer' && wide === 'number');
}

function enumBreaks(before: Plain, after: Plain, flow: Flow, where: string): Break[] {
  const [had, has] = [valuesOf(before), valuesOf(after)];
  if (flow === 'taken') {
    if (!has) return [];
    if (!had) return [changed(where, 'enum', before, after)];
    return had.filter((value) => !has.includes(value)).map((value) => ({ where, what: `no longer accepts ${value}` }));
  }
  if (!had) return [];
  // Lists of values may grow. A single value identifies the kind of object and stays.
  const keeps = has !== undefined && (had.length > 1 || has.includes(had[0] ?? ''));
  return keeps ? [] : [changed(where, 'enum', before, after)];
}

function boundBreaks(inner: Plain, outer: Plain): string[] {
  const limit = (schema: Plain, keyword: string) => {
    const value = schema[keyword];
    return typeof value === 'number' ? value : undefined;
  };
  const exceeds = (keyword: string, sign: 1 | -1): boolean => {
    const [is, may] = [limit(inner, keyword), limit(outer, keyword)];
    return may !== undefined && (is === undefined || sign * (is - may) > 0);
  };
  return [
    ...UPPER_BOUNDS.filter((keyword) => exceeds(keyword, 1)),
    ...LOWER_BOUNDS.filter((keyword) => exceeds(keyword, -1)),
  ];
}

function valuesOf({ enum: values }: Plain): string[] | undefined {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : undefined;
}

const membersOf = ({ properties }: Plain): Plain => (isPlain(properties) ? properties : {});

const requiredOf = ({ required }: Plain): string[] => (Array.isArray(required) ? required.map(String) : []);

/** A group that lists names: `(?:id|number)` or `(id|number)`. */
const NAMES = /\((?:\?:)?([A-Za-z0-9_]+(?:\|[A-Za-z0-9_]+)*)\)/g;

/** A pattern with its lists of names cut out. */
interface Parts {
  readonly rest: string;
  readonly lists: readonly (readonly string[])[];
}

function partsOf(pattern: string): Parts {
  const lists: string[][] = [];
  const rest = pattern.replace(NAMES, (_, names: string) => {
    lists.push(names.split('|'));
    return '()';
  });
  return { rest, lists };
}

/** A lookaround may exclude the names, and a reference may repeat a list: then more names need not accept more texts. */
const isSimple = (pattern: string): boolean => !/\(\?[=!<]|\\[0-9k]/.test(pattern);

/**
 * Whether two patterns differ only in their lists of names, and the later lists are acceptable.
 * @param grows whether a list may become the other
 */
function compareNames(
  before: unknown,
  after: unknown,
  grows: (had: readonly string[], has: readonly string[]) => boolean,
): boolean {
  if (typeof before !== 'string' || typeof after !== 'string' || !isSimple(before) || !isSimple(after)) return false;
  const [earlier, later] = [partsOf(before), partsOf(after)];
  return earlier.rest === later.rest && earlier.lists.every((had, n) => grows(had, later.lists[n] ?? []));
}

/** Whether a pattern accepts what the earlier one accepts, because it only lists more names. */
const acceptsMoreNames = (before: unknown, after: unknown): boolean =>
  compareNames(before, after, (had, has) => had.every((name) => has.includes(name)));

/** Whether a pattern of responses only lists other names: a list of several names may grow, as a list of values may. */
const givesOtherNames = (before: unknown, after: unknown): boolean =>
  compareNames(before, after, (had, has) => had.length > 1 || has.every((name) => had.includes(name)));

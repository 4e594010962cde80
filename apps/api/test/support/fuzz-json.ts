/*
 * JSON as hostile clients write it: values that `JSON.stringify` cannot express are separate nodes of the tree and are serialized only when
 * the request is sent, so that a tree can be shrunk.
 */

/** Raw text in the body: `-0`, `1e400`, or invalid JSON. */
export class Raw {
  constructor(readonly text: string) {}
}

/** The same value many times: an array that is too long. */
export class Many {
  constructor(
    readonly item: unknown,
    readonly times: number,
  ) {}
}

/** Nested arrays or objects. */
export class Nested {
  constructor(
    readonly depth: number,
    readonly kind: 'array' | 'object',
  ) {}
}

/** An object with duplicate names or `__proto__`, which an object literal cannot have. */
export class Entries {
  constructor(readonly entries: readonly (readonly [string, unknown])[]) {}
}

/** An existing record, which is selected when the request is sent. */
export class Ref {
  /**
   * @param kind `invoice`, `quote_line` …
   * @param state the preferred status; any other one if there is none
   * @param nth the index among them, modulo their number
   */
  constructor(
    readonly kind: string,
    readonly state: string | null,
    readonly nth: number,
    readonly of: 'own' | 'other' = 'own',
  ) {}
}

/** Finds the id of a reference. */
export type Resolve = (ref: Ref) => number | string;

/** The JSON text of a tree. */
export function write(node: unknown, resolve: Resolve): string {
  if (node instanceof Raw) return node.text;
  if (node instanceof Ref) return JSON.stringify(resolve(node));
  if (node instanceof Many) return many(write(node.item, resolve), node.times);
  if (node instanceof Nested) return nested(node);
  if (node instanceof Entries) return object(node.entries, resolve);
  if (Array.isArray(node)) return `[${node.map((item) => write(item, resolve)).join(',')}]`;
  if (typeof node === 'object' && node !== null) return object(Object.entries(node), resolve);
  return node === undefined ? 'null' : JSON.stringify(node);
}

function object(entries: readonly (readonly [string, unknown])[], resolve: Resolve): string {
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${write(value, resolve)}`).join(',')}}`;
}

/** Twice the limit of the API, because these values can be nested. */
const ENOUGH = 2_200_000;

function many(item: string, times: number): string {
  return `[${Array<string>(Math.min(times, Math.ceil(ENOUGH / (item.length + 1))))
    .fill(item)
    .join(',')}]`;
}

function nested({ depth, kind }: Nested): string {
  return kind === 'array' ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

export type Path = readonly (string | number)[];

/** Every position in a tree, the root first. */
export function placesOf(node: unknown, path: Path = []): Path[] {
  if (!isContainer(node)) return [path];
  const children: [string | number, unknown][] = Array.isArray(node)
    ? node.map((item, n) => [n, item])
    : Object.entries(node);
  return [path, ...children.flatMap(([step, child]) => placesOf(child, [...path, step]))];
}

/** A copy of the tree with another value at one position. */
export function replaceAt(node: unknown, path: Path, change: (before: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(node);
  if (Array.isArray(node)) {
    return node.map((item: unknown, n) => (n === step ? replaceAt(item, rest, change) : item));
  }
  if (!isContainer(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, name === step ? replaceAt(value, rest, change) : value]),
  );
}

/** A copy of the tree without one position. */
export function removeAt(node: unknown, path: Path): unknown {
  const last = path.at(-1);
  if (last === undefined) return undefined;
  return replaceAt(node, path.slice(0, -1), (parent) => {
    if (Array.isArray(parent)) return parent.filter((_, n) => n !== last);
    if (!isContainer(parent)) return parent;
    return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== last));
  });
}

/** Whether it has children: nodes like `Ref` do not. */
export function isContainer(node: unknown): node is object {
  return typeof node === 'object' && node !== null && (Array.isArray(node) || Object.getPrototypeOf(node) === PLAIN);
}

const PLAIN: unknown = Object.prototype;

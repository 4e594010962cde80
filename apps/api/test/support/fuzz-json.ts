/*
 * JSON as hostile clients write it: values that `JSON.stringify` cannot express are separate nodes of the tree and are serialized only when
 * the request is sent, so that a tree can be shrunk.
 */

/** Raw text in the body: `-0`, `1e400`, or invalid JSON. */
export class Raw {
  constructor(readonly text: string) {}
}

/** The same value many times over: an array that is too long. */
export class Many {
  constructor(
    readonly item: unknown,
    readonly times: number,
  ) {}
}

/** Arrays or objects in one another. */
export class Nested {
  constructor(
    readonly depth: number,
    readonly kind: 'array' | 'object',
  ) {}
}

/** An object whose names may come twice, or be `__proto__`, which a literal could not hold. */
export class Entries {
  constructor(readonly entries: readonly (readonly [string, unknown])[]) {}
}

/** A record that is there when the request is sent: which one is only known then. */
export class Ref {
  /**
   * @param kind `invoice`, `quoteLine` …
   * @param state the status that it should be in; of any status when there is none in it
   * @param nth of those, counted around
   */
  constructor(
    readonly kind: string,
    readonly state: string | null,
    readonly nth: number,
    readonly of: 'own' | 'other' = 'own',
  ) {}
}

/** Finds the id that a reference means. */
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

/** Twice what the API takes, and no more: one of these may stand in another. */
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

/** Every place in a tree, the whole first. */
export function placesOf(node: unknown, path: Path = []): Path[] {
  if (!isContainer(node)) return [path];
  const children: [string | number, unknown][] = Array.isArray(node)
    ? node.map((item, n) => [n, item])
    : Object.entries(node);
  return [path, ...children.flatMap(([step, child]) => placesOf(child, [...path, step]))];
}

/** A copy of the tree in which one place is something else. */
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

/** A copy of the tree without one place. */
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

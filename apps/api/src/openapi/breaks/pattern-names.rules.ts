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
export const acceptsMoreNames = (before: unknown, after: unknown): boolean =>
  compareNames(before, after, (had, has) => had.every((name) => has.includes(name)));

/** Whether a pattern of responses only lists other names: a list of several names may grow, as a list of values may. */
export const givesOtherNames = (before: unknown, after: unknown): boolean =>
  compareNames(before, after, (had, has) => had.length > 1 || has.every((name) => had.includes(name)));

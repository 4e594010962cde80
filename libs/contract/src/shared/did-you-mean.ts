import { closestMatch } from 'leven';

/** No name in the API is longer, and comparing long texts is slow. */
const LONGEST = 60;

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const sortedLettersOf = (name: string): string => [...lettersOf(name)].toSorted().join('');

/** One typo in a short name, two in a longer one: names of two letters are all similar. */
const slipsIn = (name: string): number => (name.length < 3 ? 0 : name.length < 6 ? 1 : 2);

/** The name that was probably meant: with other capitals or separators (`issue_date`), with its words in another order, or with one or two typos. */
export function nearName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const [letters, sorted] = [lettersOf(name), sortedLettersOf(name)];
  if (letters.length > 1) {
    const same =
      known.find((one) => lettersOf(one) === letters) ?? known.find((one) => sortedLettersOf(one) === sorted);
    if (same !== undefined) return same;
  }
  return [1, 2]
    .map((slips) => {
      const candidates = known.filter((one) => slipsIn(one) >= slips);
      return closestMatch(name, candidates, { maxDistance: slips });
    })
    .find((found) => found !== undefined);
}

export const NOT_KNOWN = 'is unknown';

/** The maximum number of names of one request that are compared; each comparison takes about 20 microseconds. */
const MOST_SEARCHES = 20;

/** The names that were probably meant in one request. */
export class Suggestions {
  private left = MOST_SEARCHES;

  constructor(private readonly search = nearName) {}

  /** The message for an unknown name, with a suggestion as long as searches are left. */
  unknownName(name: string, known: readonly string[]): string {
    if (this.left === 0) return NOT_KNOWN;
    this.left -= 1;
    const near = this.search(name, known);
    return near === undefined ? NOT_KNOWN : `${NOT_KNOWN}; did you mean ${near}?`;
  }
}

/** The maximum number of parameters that an error names. */
const MOST_NAMED = 20;

/** The parameters of a route, for an unknown parameter that resembles none. */
export function validNames(known: readonly string[]): string {
  if (known.length === 0) return 'this operation has no query parameters';
  const named = known.slice(0, MOST_NAMED).join(', ');
  const rest = known.length - MOST_NAMED;
  return `this operation has ${named}${rest > 0 ? ` and ${rest} more` : ''}`;
}

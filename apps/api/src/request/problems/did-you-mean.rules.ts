import { closestMatch } from 'leven';

/** No name of ours is longer, and the distance of long texts takes long to find. */
const LONGEST = 60;

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const sortedLettersOf = (name: string): string => [...lettersOf(name)].toSorted().join('');

/** One slip in a short name, two in a longer one: among names of two letters any is near any other. */
const slipsIn = (name: string): number => (name.length < 3 ? 0 : name.length < 6 ? 1 : 2);

/**
 * The name that was probably meant: the same but for its capitals and signs (`issue_date`), the same letters in another order, or one or
 * two letters away.
 */
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

/** As many names of one request are compared with those that there are; each comparison takes some 20 microseconds. */
const MOST_SEARCHES = 20;

/** The names that were probably meant, of one request. */
export class Suggestions {
  private left = MOST_SEARCHES;

  constructor(private readonly search = nearName) {}

  /** The message for a name that is not known, with the one that was probably meant as long as there are searches left. */
  unknownName(name: string, known: readonly string[]): string {
    if (this.left === 0) return NOT_KNOWN;
    this.left -= 1;
    const near = this.search(name, known);
    return near === undefined ? NOT_KNOWN : `${NOT_KNOWN}; did you mean ${near}?`;
  }
}

/** As many parameters of a route are named. */
const MOST_NAMED = 20;

/** What a route takes in its query, for a parameter that is near to none. */
export function validNames(known: readonly string[]): string {
  if (known.length === 0) return 'this operation has no query parameters';
  const named = known.slice(0, MOST_NAMED).join(', ');
  const rest = known.length - MOST_NAMED;
  return `this operation has ${named}${rest > 0 ? ` and ${rest} more` : ''}`;
}

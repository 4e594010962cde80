import { MOST_DIGITS, patternParts } from './series.js';

/** The characters that a number can have at one place, the one for the example first. */
type PatternPlace = string;

/** A step to another state, for any of the characters. */
interface PatternStep {
  readonly place: PatternPlace;
  readonly to: number;
}

/** The numbers of a pattern as an automaton: state 0 is the start, the last one is the end. */
type Automaton = readonly (readonly PatternStep[])[];

const DIGITS = '0123456789';
const FROM_ONE = '123456789';
const startingWith = (preferred: string, all: string): PatternPlace => preferred + all.replace(preferred, '');

/** The forms of the tokens, a place per character. Only years that documents can have are used; the example is from 2026-11. */
const TOKEN_FORMS: Readonly<Record<string, readonly (readonly PatternPlace[])[]>> = {
  '{YYYY}': [
    ['2', DIGITS, startingWith('2', DIGITS), startingWith('6', DIGITS)],
    ['1', '9', DIGITS, DIGITS],
  ],
  '{YY}': [[startingWith('2', DIGITS), startingWith('6', DIGITS)]],
  '{MM}': [
    ['1', '102'],
    ['0', FROM_ONE],
  ],
};

/** A counter has no further zeros in front when it is longer than its hashes. The example ends in 1, because no count is 0. */
function counterForms(hashes: number): PatternPlace[][] {
  return Array.from({ length: MOST_DIGITS - hashes + 1 }, (_form, more) =>
    Array.from({ length: hashes + more }, (_place, at) => {
      const all = at === 0 && more > 0 ? FROM_ONE : DIGITS;
      return at === hashes + more - 1 ? startingWith('1', all) : all;
    }),
  );
}

function automatonOf(pattern: string): Automaton {
  const states: PatternStep[][] = [[]];
  const newState = (): number => states.push([]) - 1;
  let start = 0;
  for (const { text, hashes } of patternParts(pattern)) {
    const forms = hashes > 0 ? counterForms(hashes) : (TOKEN_FORMS[text] ?? [[text]]);
    const ends: [number, PatternPlace][] = forms.map((places) => {
      const at = places.slice(0, -1).reduce((state, place) => {
        const to = newState();
        states[state]?.push({ place, to });
        return to;
      }, start);
      return [at, places.at(-1) ?? ''];
    });
    // All forms of a part end in one state.
    start = newState();
    for (const [at, place] of ends) states[at]?.push({ place, to: start });
  }
  return states;
}

/** A character that both places allow, preferably the one for the example. */
function common(a: PatternPlace, b: PatternPlace): string | undefined {
  const preferred = [a.charAt(0), b.charAt(0)].find((character) => a.includes(character) && b.includes(character));
  return preferred ?? [...a].find((character) => b.includes(character));
}

/**
 * A number that both patterns can produce, or undefined if there is none. Compares their forms, not their counters: `A-{####}` and
 * `A-{#####}` share `A-10001`. Takes the same year twice in a pattern as two years, so it can see an overlap where there is none.
 * @param a, b patterns without errors of `checkPattern`
 */
export function sharedNumber(a: string, b: string): string | undefined {
  const [one, other] = [automatonOf(a), automatonOf(b)];
  const seen = new Set<number>();
  // Breadth first: the example is the shortest one. States of both automata advance together.
  let front: { at: readonly [number, number]; number: string }[] = [{ at: [0, 0], number: '' }];
  while (front.length > 0) {
    const next: typeof front = [];
    for (const { at, number } of front) {
      if (at[0] === one.length - 1 && at[1] === other.length - 1) return number;
      for (const step of one[at[0]] ?? []) {
        for (const match of other[at[1]] ?? []) {
          const character = common(step.place, match.place);
          const pair = step.to * other.length + match.to;
          if (character === undefined || seen.has(pair)) continue;
          seen.add(pair);
          next.push({ at: [step.to, match.to], number: number + character });
        }
      }
    }
    front = next;
  }
  return undefined;
}

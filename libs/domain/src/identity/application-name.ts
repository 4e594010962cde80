import { characterError, isVisible } from '../shared/text-characters.js';
import { BUILTIN_APPLICATIONS, redirectUriError } from './application.js';

/** The maximum number of characters in the name of an application. */
export const MOST_APPLICATION_NAME = 80;

/** Letters and digits that look like Latin letters, after compatibility folding and lower case: a part of the list of UTS 39. */
const LOOK_ALIKES: readonly (readonly [latin: string, others: string])[] = [
  ['a', 'аαɑ'],
  ['b', 'Ььвβ'],
  ['c', 'сϲ'],
  ['d', 'ԁ'],
  ['e', 'еє'],
  ['f', 'ғϝ'],
  ['g', 'ɡ'],
  ['h', 'һн'],
  ['j', 'јϳ'],
  ['k', 'кκ'],
  ['l', 'iı1|іιӏⅼ'],
  ['m', 'мμ'],
  ['n', 'пոην'],
  ['o', '0оοσօ'],
  ['p', 'рρ'],
  ['r', 'гɾ'],
  ['s', 'ѕ'],
  ['t', 'тτ'],
  ['u', 'υս'],
  ['w', 'ѡω'],
  ['x', 'хχ'],
  ['y', 'уγү'],
];

const FOLDED = new Map(LOOK_ALIKES.flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)));

/** A name as a hasty reader sees it: without accents, case, spaces, punctuation and invisible characters, and in Latin letters where they look alike. */
export function appearance(name: string): string {
  const letters = [...name.normalize('NFKD').toLowerCase()].map((letter) => FOLDED.get(letter) ?? letter);
  return letters.join('').replace(/[^\p{L}\p{N}]/gu, '');
}

const RESERVED: ReadonlySet<string> = new Set(
  ['Billhook', ...BUILTIN_APPLICATIONS.map(({ name }) => name)].map(appearance),
);

/** Whether a name reads like the name of Billhook or of an application that is part of it. */
export const isReservedName = (name: string): boolean => RESERVED.has(appearance(name));

/** The name of an application that is not registered here, as screens show it; undefined if it gives none. */
export function shownName(name: unknown): string | undefined {
  const text = typeof name === 'string' ? name.trim().slice(0, MOST_APPLICATION_NAME).trim() : '';
  return text === '' ? undefined : text;
}

/** Why an application cannot have this name, as the end of a sentence; undefined if it can. */
export function applicationNameError(name: string): string | undefined {
  if (!isVisible(name)) return 'must contain a visible character';
  return characterError(name, 'oneLine') ?? (isReservedName(name) ? RESERVED_NAME : undefined);
}

export const RESERVED_NAME = 'must not be the name of Billhook, or of an application that is part of it';

/**
 * Why an application that is not registered here cannot be used: the rules for those that are hold for it as well. Begins with the member
 * of its metadata; undefined if it can.
 */
export function unregisteredError(name: string | undefined, redirectUris: readonly string[]): string | undefined {
  for (const [n, uri] of redirectUris.entries()) {
    const error = redirectUriError(uri);
    if (error) return `redirect_uris/${n} ${error.en}`;
  }
  const shown = shownName(name);
  const error = shown === undefined ? undefined : applicationNameError(shown);
  return error && `client_name ${error}`;
}

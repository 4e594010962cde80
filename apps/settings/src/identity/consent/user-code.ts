/** The length of the code of a device, without its dash. */
const LENGTH = 8;

/** The letters of a typed code: in upper case, without dash and spaces. */
export const lettersOf = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z]/g, '');

export const isWholeCode = (typed: string): boolean => lettersOf(typed).length === LENGTH;

/** A code as devices show it: BCDF-GHJK. */
export function withDash(typed: string): string {
  const letters = lettersOf(typed).slice(0, LENGTH);
  return letters.length > LENGTH / 2 ? `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}` : letters;
}

/** What a turn of a short run checks of a screen. */
export interface LooksOfTurn<Look> {
  /** Each colour scheme and each size once. */
  readonly checked: readonly Look[];
  /** The one that axe checks. */
  readonly byAxe: Look | undefined;
}

/**
 * The looks that a short run checks. Four turns one after the other check all of them by axe.
 * @param looks two, or four in which each second one has both schemes and both sizes
 * @param turn from 0
 */
export function looksOfTurn<Look>(looks: readonly Look[], turn: number): LooksOfTurn<Look> {
  const pair = Math.floor(turn / 2) % 2;
  const checked = looks.length === 2 ? looks : looks.filter((_, index) => index % 2 === pair);
  return { checked, byAxe: checked[turn % checked.length] };
}

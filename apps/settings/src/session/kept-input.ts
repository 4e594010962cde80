/*
 * What is typed into a long form outlives a reload of the tab, in sessionStorage. It is kept for one member and is gone with the tab,
 * with signing out and once it is saved.
 */

const PREFIX = 'billhook-input:';

const nameOf = (memberId: number, place: string): string => `${PREFIX}${memberId}:${place}`;

/** @param place names the form and the version of the record in it: what was typed over another version is not taken up */
export function readKept<T>(memberId: number, place: string): T | undefined {
  try {
    const kept = sessionStorage.getItem(nameOf(memberId, place));
    return kept === null ? undefined : (JSON.parse(kept) as T);
  } catch {
    return undefined;
  }
}

/** Keeps what is typed; undefined keeps nothing. Storage that is full or switched off only means that a reload loses it. */
export function writeKept(memberId: number, place: string, value: object | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(nameOf(memberId, place));
    else sessionStorage.setItem(nameOf(memberId, place), JSON.stringify(value));
  } catch {
    // Without storage the page works as before.
  }
}

/** Forgets what every form kept. */
export function forgetKeptInput(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // There is no storage, hence nothing kept.
  }
}

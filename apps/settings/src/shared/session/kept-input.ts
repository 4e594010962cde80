/*
 * What is typed into a long form outlives a reload of the tab, in sessionStorage. It is kept for one member and is gone with the tab,
 * with signing out and once it is saved.
 */

const PREFIX = 'billhook-input:';

/** Counts how often everything was forgotten: a form that was open then must not write again while it closes. */
let forgotten = 0;

/** Where one form keeps its input. */
export interface InputPlace<T> {
  read(): T | undefined;
  /** Undefined keeps nothing. Storage that is full or switched off only means that a reload loses it. */
  write(value: T | undefined): void;
}

/** @param place names the form and the version of the record in it: what was typed over another version is not taken up */
export function inputPlace<T>(memberId: number, place: string): InputPlace<T> {
  const name = `${PREFIX}${memberId}:${place}`;
  const opened = forgotten;
  return {
    read: () =>
      withStorage((storage) => {
        const kept = storage.getItem(name);
        return kept === null ? undefined : (JSON.parse(kept) as T);
      }),
    write: (value) =>
      withStorage((storage) => {
        if (value === undefined) storage.removeItem(name);
        else if (opened === forgotten) storage.setItem(name, JSON.stringify(value));
      }),
  };
}

/** Forgets what every form kept, and what those that are open hold. */
export function forgetKeptInput(): void {
  forgotten += 1;
  withStorage((storage) => {
    for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name);
  });
}

function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

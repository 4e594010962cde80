/*
 * The input of a long form survives a reload of the tab, in sessionStorage. It belongs to one member, and is deleted with the tab, when signing out
 * and when it is saved.
 */

const PREFIX = 'billhook-input:';

/** Incremented when everything is deleted: a form that was open then must not write again while it closes. */
let forgotten = 0;

/** The place of one form's input. */
export interface InputPlace<T> {
  read(): T | undefined;
  /** Undefined stores nothing. If storage is full or disabled, a reload loses the input. */
  write(value: T | undefined): void;
}

/** @param place names the form and the version of the record: input for another version is not restored */
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

/** Deletes the stored input of every form, open forms included. */
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

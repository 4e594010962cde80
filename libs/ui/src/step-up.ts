/** Opens the question for the password. @returns whether it was confirmed */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asking: Promise<boolean> | undefined;

/** For the host of the dialog: it is asked from now on. Returns how to stop. */
export function onPasswordNeeded(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/**
 * Asks the person for the password, over the page. Requests that need it at the same time wait for one answer.
 * @returns whether it was confirmed; false as well where nothing can ask
 */
export function askForPassword(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => (asking = undefined));
  return asking;
}

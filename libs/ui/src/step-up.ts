/** Opens the password dialog. @returns whether the password was confirmed */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asking: Promise<boolean> | undefined;

/** For the host of the dialog: registers it. Returns a function that unregisters it. */
export function onPasswordNeeded(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/**
 * Asks the person for the password, above the page. Simultaneous requests share one confirmation.
 * @returns whether it was confirmed; also false without a host
 */
export function askForPassword(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => (asking = undefined));
  return asking;
}

type ConfirmationListener = () => Promise<unknown>;

const listeners = new Set<ConfirmationListener>();

/** Calls `listener` when the password was confirmed, before the waiting action continues. Returns a function that unsubscribes. */
export function onPasswordConfirmed(listener: ConfirmationListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function passwordConfirmed(): Promise<void> {
  await Promise.all([...listeners].map((listener) => listener()));
}

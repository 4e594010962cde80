import { useCallback, useState } from 'react';
import { ApiError, asApiError } from './api-fetch.js';

export type ActionResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ApiError };

export interface Action<A extends unknown[], T> {
  run(...args: A): Promise<ActionResult<T>>;
  readonly pending: boolean;
  readonly error: ApiError | undefined;
  clear(): void;
}

/**
 * Something the person asked for whose arguments or answer are secret (a password, a new key). A query library's mutation keeps
 * both in its cache for minutes; this keeps neither: only whether it runs and why it failed.
 */
export function useAction<A extends unknown[], T>(perform: (...args: A) => Promise<T>): Action<A, T> {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const run = async (...args: A): Promise<ActionResult<T>> => {
    setPending(true);
    setError(undefined);
    try {
      return { ok: true, value: await perform(...args) };
    } catch (cause) {
      const failure = asApiError(cause);
      setError(failure);
      return { ok: false, error: failure };
    } finally {
      setPending(false);
    }
  };
  const clear = useCallback(() => setError(undefined), []);
  return { run, pending, error, clear };
}

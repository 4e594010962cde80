import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, asApiError } from './api-fetch.js';

export type ActionResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ApiError };

interface StartOptions<T> {
  readonly onSuccess?: (value: T) => void;
  readonly onError?: (error: ApiError) => void;
}

export interface Action<A extends unknown[], T> {
  /** Runs it and returns its result. Never throws. */
  run(...args: A): Promise<ActionResult<T>>;
  /** Runs it for its callbacks, which are not called after the component unmounts. */
  start(args: A, options?: StartOptions<T>): void;
  readonly pending: boolean;
  readonly error: ApiError | undefined;
  clear(): void;
}

/**
 * A write that the person requested: the one way to run it in a browser. It stores only whether it runs and why it failed, because a query
 * cache would keep passwords and new keys for minutes.
 * @param settle follows a success on any page, like reloading lists; the action is pending until it resolves
 */
export function useAction<A extends unknown[], T>(
  perform: (...args: A) => Promise<T>,
  settle?: (value: T) => unknown,
): Action<A, T> {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);
  const run = async (...args: A): Promise<ActionResult<T>> => {
    setPending(true);
    setError(undefined);
    try {
      const value = await perform(...args);
      await settle?.(value);
      return { ok: true, value };
    } catch (cause) {
      const failure = asApiError(cause);
      setError(failure);
      return { ok: false, error: failure };
    } finally {
      setPending(false);
    }
  };
  const start = (args: A, { onSuccess, onError }: StartOptions<T> = {}): void =>
    void run(...args).then((result) => {
      if (left.current) return;
      if (result.ok) onSuccess?.(result.value);
      else onError?.(result.error);
    });
  const clear = useCallback(() => setError(undefined), []);
  return { run, start, pending, error, clear };
}

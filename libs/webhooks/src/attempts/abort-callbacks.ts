/** Calls many callbacks at the abort of one signal. `addEventListener` compares each new listener with all others. */
export class AbortCallbacks {
  readonly #callbacks = new WeakMap<AbortSignal, Set<() => void>>();

  /** Calls back once when the signal is aborted, unless it already is. @returns a function that removes the callback */
  add(signal: AbortSignal, callback: () => void): () => void {
    const callbacks = this.#callbacks.get(signal) ?? this.#listen(signal);
    callbacks.add(callback);
    return () => void callbacks.delete(callback);
  }

  #listen(signal: AbortSignal): Set<() => void> {
    const callbacks = new Set<() => void>();
    this.#callbacks.set(signal, callbacks);
    signal.addEventListener('abort', () => callbacks.forEach((callback) => callback()), { once: true });
    return callbacks;
  }
}

/** SQLSTATE of every statement between the failure of one and the end of the transaction or of its part. */
const ABORTED = '25P02';

const isAborted = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === ABORTED;

/** The statements of a transaction, and the first error of any of them. PostgreSQL executes them in the order in which they were sent. */
export class SentStatements {
  /** Those that run or have failed, since the start of the transaction or the rollback of a part. A long one reads more than fits in memory. */
  #open = new Set<Promise<void>>();
  /** Sent without waiting for the result, since the latest query. */
  #unawaited: Promise<void>[] = [];
  /** The earlier statements. All queries share it, because each parallel query must see a failure. */
  #earlier: Promise<void> = Promise.resolve();

  /** @param translate returns the error to throw instead of the database error */
  add(statement: Promise<unknown>, translate: (error: unknown) => unknown = (error) => error): void {
    const translated = statement.catch((error: unknown) => {
      throw isAborted(error) ? error : translate(error);
    });
    this.#unawaited.push(this.#watch(translated));
  }

  /** The result of a statement, or the error of the first statement that failed: every later one fails because of it. */
  async before<T>(statement: Promise<T>): Promise<T> {
    void this.#watch(statement);
    if (this.#unawaited.length > 0) {
      this.#earlier = Promise.all([this.#earlier, ...this.#unawaited]).then(() => undefined);
      this.#unawaited = [];
    }
    try {
      await this.#earlier;
      return await statement;
    } catch (error) {
      throw (await this.#firstFailure()) ?? error;
    }
  }

  /** What made the work of a transaction fail: the first failed statement, if the work only met its consequence. */
  async causeOf(error: unknown): Promise<unknown> {
    return isAborted(error) ? ((await this.#firstFailure()) ?? error) : error;
  }

  /** After a rollback, which undoes the failed statement as well. */
  forget(): void {
    this.#open = new Set();
    this.#unawaited = [];
    this.#earlier = Promise.resolve();
  }

  /** The end of a statement, without its result. */
  #watch(statement: Promise<unknown>): Promise<void> {
    const ended: Promise<void> = statement.then(() => void this.#open.delete(ended));
    // Awaited later: until then, an error is not an unhandled rejection.
    ended.catch(() => undefined);
    this.#open.add(ended);
    return ended;
  }

  /** The error of the first statement that failed independently of the others. */
  async #firstFailure(): Promise<unknown> {
    for (const result of await Promise.allSettled(this.#open)) {
      if (result.status === 'rejected' && !isAborted(result.reason)) return result.reason;
    }
    return undefined;
  }
}

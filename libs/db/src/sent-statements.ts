/** SQLSTATE of every statement between the failure of one and the end of the transaction or of its part. */
const ABORTED = '25P02';

const isAborted = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === ABORTED;

/** The statements of a transaction, and the first error of any of them. PostgreSQL executes them in the order in which they were sent. */
export class SentStatements {
  /** All since the start of the transaction, or since the rollback of a part. */
  #all: Promise<unknown>[] = [];
  /** Sent without waiting for the result, since the latest query. */
  #unawaited: Promise<unknown>[] = [];
  /** The earlier statements. All queries share it, because each parallel query must see a failure. */
  #earlier: Promise<unknown> = Promise.resolve();

  /** @param translate returns the error to throw instead of the database error */
  add(statement: Promise<unknown>, translate: (error: unknown) => unknown = (error) => error): void {
    const translated = statement.catch((error: unknown) => {
      throw isAborted(error) ? error : translate(error);
    });
    // Awaited later: until then, an error is not an unhandled rejection.
    translated.catch(() => undefined);
    this.#all.push(translated);
    this.#unawaited.push(translated);
  }

  /** The result of a statement, or the error of the first statement that failed: every later one fails because of it. */
  async before<T>(statement: Promise<T>): Promise<T> {
    statement.catch(() => undefined);
    this.#all.push(statement);
    if (this.#unawaited.length > 0) {
      this.#earlier = Promise.all([this.#earlier, ...this.#unawaited]);
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
    this.#all = [];
    this.#unawaited = [];
    this.#earlier = Promise.resolve();
  }

  /** The error of the first statement that failed independently of the others. */
  async #firstFailure(): Promise<unknown> {
    for (const result of await Promise.allSettled(this.#all)) {
      if (result.status === 'rejected' && !isAborted(result.reason)) return result.reason;
    }
    return undefined;
  }
}

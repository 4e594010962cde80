/** SQLSTATE of every statement between the failure of one and the end of the transaction or of its part. */
const ABORTED = '25P02';

const isAborted = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === ABORTED;

/** The statements of a transaction that were sent and not awaited yet, and the first error of any of them. */
export class SentStatements {
  #sent: Promise<unknown>[] = [];
  #failure: unknown = undefined;

  /** @param translate the error to throw instead of that of the database */
  add(statement: Promise<unknown>, translate: (error: unknown) => unknown = (error) => error): void {
    const translated = statement.catch((error: unknown) => {
      const shown = translate(error);
      this.note(shown);
      throw shown;
    });
    // Awaited later: until then, an error is not an unhandled rejection.
    translated.catch(() => undefined);
    this.#sent.push(translated);
  }

  /** The result of a statement, or the error of the first statement that failed: every later one fails because of it. */
  async before<T>(statement: Promise<T>): Promise<T> {
    statement.catch((error: unknown) => this.note(error));
    try {
      await this.settle();
      return await statement;
    } catch (error) {
      this.note(error);
      throw this.#failure ?? error;
    }
  }

  /** What made the work of a transaction fail: the first failed statement, if the work only met its consequence. */
  async causeOf(error: unknown): Promise<unknown> {
    if (!isAborted(error)) return error;
    await this.settle().catch((failure: unknown) => this.note(failure));
    return this.#failure ?? error;
  }

  /** After a rollback, which undoes the failed statement as well. */
  forget(): void {
    this.#failure = undefined;
  }

  /** Statements that run side by side learn of a failure in any order, so a consequence is never kept as the first error. */
  private note(error: unknown): void {
    if (!isAborted(error)) this.#failure ??= error;
  }

  private async settle(): Promise<void> {
    const earlier = this.#sent;
    this.#sent = [];
    for (const each of earlier) await each;
  }
}

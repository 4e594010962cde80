import type { DatabaseProblem } from './database-problem.rules.js';

/** A database that Billhook cannot use. Its message says what the operator must do about it. */
export class UnusableDatabaseError extends Error {
  constructor({ detail, advice }: DatabaseProblem) {
    super(`${detail}\n${advice}`);
  }
}

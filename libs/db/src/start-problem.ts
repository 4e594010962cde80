import { databaseProblem, databaseTarget } from './database-problem.rules.js';
import { OperatorError } from './operator-error.js';
import { SCHEMA_EXIT_CODE, SchemaError } from './schema-state.js';

/** Why a program does not start: a message for the operator, without a stack, and its exit code. */
export interface StartProblem {
  readonly message: string;
  readonly exitCode: number;
}

/**
 * What an error of the start means for the operator. Undefined for a bug, whose stack is needed.
 * @param url the database of the program; undefined if it has none
 */
export function startProblem(error: unknown, url: string | undefined): StartProblem | undefined {
  if (error instanceof SchemaError) return { message: error.message, exitCode: SCHEMA_EXIT_CODE };
  if (error instanceof OperatorError) return { message: error.message, exitCode: 1 };
  const problem = url === undefined ? undefined : databaseProblem(error, databaseTarget(url));
  return problem && { message: `${problem.detail}\n${problem.advice}`, exitCode: 1 };
}

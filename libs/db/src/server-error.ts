import { databaseProblem, databaseTarget } from './database-problem.rules.js';
import { OperatorError } from './operator-error.js';

/** A server, as the operator knows it. */
export interface NamedServer {
  /** With its address, such as `Cell 2 at db2:5432/billhook`. */
  readonly name: string;
  readonly url: string;
  /** What has the address, such as `the address of cell 2`. */
  readonly setting: string;
}

/** Why a server cannot be used, and what to do about it, as for the one of DATABASE_URL. */
export function serverMessage(error: unknown, { name, url, setting }: NamedServer): string {
  const { detail, advice } = databaseProblem(error, databaseTarget(url, setting)) ?? {
    detail: `${error instanceof Error ? error.message : String(error)}.`,
    advice: 'The log of PostgreSQL there may say more.',
  };
  return `${name} cannot be used: ${detail} ${advice}`;
}

/** The error to throw about a server: the same one, if its message says what the operator must do. */
export const serverError = (error: unknown, server: NamedServer): OperatorError =>
  error instanceof OperatorError ? error : new OperatorError(serverMessage(error, server), { cause: error });

import { OperatorError } from './operator-error.js';

/** SQLSTATE of a statement that the role may not run. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** A step that the role of DATABASE_URL may not do. Its message says what an administrator of the database grants. */
export class MissingPermissionError extends OperatorError {}

/** The role and the database, read from the connection, because a URL may omit either. */
export interface ConnectedAs {
  readonly role: string;
  readonly database: string;
}

interface Asked {
  /** The step that needs the permission, such as `Migration 0002`. */
  readonly step: string;
  readonly role: string;
  /** The statements of an administrator that grant it. */
  readonly grants: readonly string[];
}

/**
 * Returns the error to throw instead of a PostgreSQL error: the same error, unless the role lacks a permission.
 */
export function explainPermission(error: unknown, { step, role, grants }: Asked): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== INSUFFICIENT_PRIVILEGE) return error;
  return missingPermission({ step, role, grants }, error);
}

/** @param cause the PostgreSQL error, if there is one */
export function missingPermission({ step, role, grants }: Asked, cause?: Error): MissingPermissionError {
  const reason = cause ? `: ${cause.message}` : '';
  const advice = `As an administrator of the database, run: ${grants.join('; ')}. Then run the step again.`;
  return new MissingPermissionError(`${step} needs a permission that the role "${role}" lacks${reason}.\n${advice}`, {
    cause,
  });
}

/** The permissions that the role of the schema step needs. */
export const grantsOfMigrations = ({ role, database }: ConnectedAs): string[] => [
  `GRANT CREATE ON DATABASE "${database}" TO "${role}"`,
  `GRANT USAGE, CREATE ON SCHEMA public TO "${role}"`,
];

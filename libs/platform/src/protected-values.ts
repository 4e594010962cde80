/** A kind of stored value that an application secret encrypts, or whose hash has a key of it. */
export interface ProtectedValues {
  /** Description for the operator, in the plural. */
  readonly words: string;
  /** The version of the secret of each value: rows of { version }. */
  readonly versions: string;
}

/** Counts values by the version of their secret: rows of { version, count }. */
export const countOf = (versions: string): string =>
  `SELECT version, count(*) AS count FROM (${versions}) stored GROUP BY version`;

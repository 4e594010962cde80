/** In SQL, whether an id is after the last one of its cell in $1. */
export const isAfter = (column: string): string =>
  `${column} > coalesce((SELECT max(b) FROM unnest($1::bigint[]) b WHERE b >> 40 = ${column} >> 40), 0)`;

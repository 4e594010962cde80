/**
 * The database's present, the same through one statement: workers whose clocks differ agree on what is due. It is cut to milliseconds,
 * which the columns would otherwise round up into the future.
 */
export const NOW = `date_trunc('milliseconds', statement_timestamp())`;

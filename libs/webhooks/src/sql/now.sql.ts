/**
 * The database's time, constant within a statement: workers with different clocks agree on what is due. Cut to milliseconds, because the
 * columns would round it up into the future.
 */
export const NOW = `date_trunc('milliseconds', statement_timestamp())`;

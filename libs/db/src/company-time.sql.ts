/**
 * SQL for the time of the company `c`, which is ahead of the machine's in a sandbox.
 * @param machine SQL for the time of the machine
 */
export const companyTimeSql = (machine = 'statement_timestamp()'): string =>
  `(${machine} + c.clock_offset * interval '1 millisecond')`;

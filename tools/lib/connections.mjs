/**
 * Warns if too few connections to the database are free for the API and the worker, which would fail one by one later.
 * @param settings of `checkSettings`
 */
export async function warnOfConnections(url, { DATABASE_POOL_SIZE: size, API_PROCESSES: api }) {
  const { requireSchema } = await import('../../libs/db/dist/schema-state.js');
  const few = await requireSchema(url, { size, processes: api + 1 });
  if (few) process.stderr.write(`${few.detail}\n${few.advice}\n`);
}

import { load } from './load.ts';
import type { Settings } from './settings.ts';

/**
 * Warns if too few connections to the database are free for the API and the worker, which would fail one by one later.
 * @param settings of `checkSettings`
 */
export async function warnOfConnections(
  url: string,
  { DATABASE_POOL_SIZE: size, API_PROCESSES: api }: Settings,
): Promise<void> {
  const { requireSchema } =
    await load<typeof import('../../libs/db/src/schema-state.ts')>('libs/db/dist/schema-state.js');
  const few = await requireSchema(url, { pools: { size, processes: api + 1 } });
  if (few) process.stderr.write(`${few.detail}\n${few.advice}\n`);
}

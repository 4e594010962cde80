import { setTimeout as sleep } from 'node:timers/promises';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { MembersRepository } from '../../src/members/members.repository.js';
import type { TestApi } from './api.js';

/**
 * Begins works that change who is in a company, and lets none of them begin to write before all of them are under way: each has been let in
 * and waits for the company. So whatever they decide, they decide at the same time.
 */
export async function allAtOnce<T>(
  api: TestApi,
  companyId: number,
  works: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const { uow, begun } = { uow: api.app.get(UnitOfWork), begun: [] as Promise<T>[] };
  await uow.run(async (tx) => {
    await api.app.get(MembersRepository).lockCompany(tx, companyId);
    let ended = 0;
    const note = (): void => void ended++;
    for (const work of works) {
      const answer = work();
      void answer.then(note, note);
      begun.push(answer);
    }
    // One that does not wait will not be decided together with the others: what it answers tells the spec why.
    while (ended === 0) {
      // Outside of this transaction, which would see them as they were when it first looked.
      const [row] = await api.database.query<{ waiting: number }>({
        name: 'test_waiting',
        text: `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      });
      if ((row?.waiting ?? 0) >= works.length) return;
      await sleep(10);
    }
  });
  return Promise.all(begun);
}

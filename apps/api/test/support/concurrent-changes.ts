import { setTimeout as sleep } from 'node:timers/promises';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import type { TestApi } from './api.js';

/**
 * Starts changes of a company's members, and lets none of them write before all of them have been admitted and wait for the company, so that they
 * decide at the same time.
 * @param meanwhile runs before it is their turn
 */
export async function allAtOnce<T>(
  api: TestApi,
  companyId: number,
  works: readonly (() => Promise<T>)[],
  meanwhile: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<T[]> {
  const { uow, begun } = { uow: api.app.get(UnitOfWork), begun: [] as Promise<T>[] };
  await uow.run(async (tx) => {
    await api.app.get(MembersRepository).lockCompany(tx, companyId);
    await meanwhile(tx);
    let ended = 0;
    const note = (): void => void ended++;
    for (const work of works) {
      const answer = work();
      void answer.then(note, note);
      begun.push(answer);
    }
    // A request that does not wait is not part of the race: its response explains why.
    while (ended === 0) {
      if ((await waiting(api)) >= works.length) return;
      await sleep(10);
    }
  });
  return Promise.all(begun);
}

/**
 * Starts tasks in sequence: each when the earlier ones have progressed as far as they can, and hold their locks.
 * @param hold holds the final lock until all are waiting
 */
export async function oneBehindTheOther<T>(
  api: TestApi,
  hold: (tx: Tx) => Promise<void>,
  works: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const begun: Promise<T>[] = [];
  await api.app.get(UnitOfWork).run(async (tx) => {
    await hold(tx);
    let ended = 0;
    const note = (): void => void ended++;
    for (const work of works) {
      const answer = work();
      void answer.then(note, note);
      begun.push(answer);
      while ((await waiting(api)) < begun.length - ended) await sleep(10);
    }
  });
  return Promise.all(begun);
}

/** The number of sessions that wait for a lock; read outside of the transaction, which would see an old state. */
async function waiting(api: TestApi): Promise<number> {
  const [row] = await api.database.query<{ waiting: number }>({
    name: 'test_waiting',
    text: `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  });
  return row?.waiting ?? 0;
}

import { Database } from '@billhook/db/database';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { asProduct } from '@billhook/testing/as-product';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApi } from '../support/start.js';

const api = await startApi();
const uow = api.app.get(UnitOfWork);
const db = asProduct(api.app.get(Database));

const marks = (): Promise<object[]> => db.query({ name: 'test_marks', text: 'SELECT name FROM marks ORDER BY name' });
const mark = (tx: Tx, name: string): Promise<unknown> =>
  tx.query({ name: 'test_mark', text: 'INSERT INTO marks VALUES ($1)', values: [name] });

/** The steps that have run, with the marks that another transaction saw then. */
let noted: string[];
const complete = (tx: Tx, name: string): void =>
  tx.completeWith(name, async () => void noted.push(`${name} with ${(await marks()).length}`));

beforeAll(async () => {
  await api.database.query({ name: 'test_table', text: 'CREATE TABLE marks (name text PRIMARY KEY)' });
});
beforeEach(async () => {
  noted = [];
  await api.database.query({ name: 'test_clear', text: 'DELETE FROM marks' });
});

describe('a step that completes a transaction', () => {
  it('follows the commit of the whole, once for each name, before the caller continues', async () => {
    await uow.around(async () => {
      for (const name of ['a', 'b']) {
        await uow.run(async (tx) => {
          complete(tx, 'one');
          await mark(tx, name);
        });
      }
      const part = uow.part(() =>
        uow.run(async (tx) => {
          complete(tx, 'undone');
          await mark(tx, 'a');
        }),
      );
      await expect(part).rejects.toMatchObject({ code: '23505' });
      await uow.run(async (tx) => complete(tx, 'two'));
      expect(noted).toEqual([]);
    });
    expect(noted).toEqual(['one with 2', 'two with 2']);
  });

  it('does not run without a commit', async () => {
    await uow.around(async (tx) => complete(tx, 'discarded'), 'discard');
    const failed = uow.run(async (tx) => {
      complete(tx, 'failed');
      await mark(tx, 'a');
      await mark(tx, 'a');
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    expect(noted).toEqual([]);
  });

  it('reports its error, and repeats nothing that is committed', async () => {
    let runs = 0;
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    const failed = uow.run(async (tx) => {
      runs += 1;
      tx.completeWith('fails', () => Promise.reject(deadlock));
      await mark(tx, 'a');
    });
    await expect(failed).rejects.toBe(deadlock);
    expect([runs, await marks()]).toEqual([1, [{ name: 'a' }]]);
  });
});

import { Database } from '@billhook/db/database';
import type { Runner } from '@billhook/db/statement';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { asProduct } from '@billhook/testing/as-product';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';

let api: TestApi;
let neighbour: TestApi;
let uow: UnitOfWork;
let db: Database;
let reads: ReturnType<typeof asProduct>;

beforeAll(async () => {
  api = await TestApi.start();
  neighbour = await TestApi.beside(api);
  uow = api.app.get(UnitOfWork);
  db = api.app.get(Database);
  reads = asProduct(db);
  await api.database.query({
    name: 'test_table',
    text: 'CREATE TABLE marks (name text PRIMARY KEY, count int NOT NULL)',
  });
});
afterAll(async () => {
  await neighbour.stop();
  await api.stop();
});
beforeEach(async () => {
  await api.database.query({ name: 'test_clear', text: 'DELETE FROM marks' });
});

const mark = (tx: Tx, name: string): Promise<unknown> =>
  tx.query({ name: 'test_mark', text: 'INSERT INTO marks VALUES ($1, 1)', values: [name] });

/** Sends the same write as `mark`, without waiting for its result. */
const sendMark = (tx: Tx, name: string, translate?: (error: unknown) => unknown): void =>
  tx.send({ name: 'test_mark', text: 'INSERT INTO marks VALUES ($1, 1)', values: [name] }, translate);

async function marks(): Promise<string[]> {
  const rows = await reads.query<{ name: string }>({
    name: 'test_marks',
    text: 'SELECT name FROM marks ORDER BY name',
  });
  return rows.map(({ name }) => name);
}

describe('Database', () => {
  const WRITES = [
    ['an insert', "INSERT INTO marks VALUES ('a', 1)"],
    ['an update', 'UPDATE marks SET count = 2'],
    ['a delete', 'DELETE FROM marks'],
    ['a write in a WITH', 'WITH gone AS (DELETE FROM marks RETURNING 1) SELECT count(*) FROM gone'],
    ['a lock of rows, which would end with the statement', 'SELECT FROM marks FOR NO KEY UPDATE'],
    ['a change of the schema', 'CREATE TABLE more (id int)'],
  ] as const;

  it('distinguishes statements whose long names have the same beginning', async () => {
    const begin = 'test_'.padEnd(80, 'filter_');
    for (let round = 0; round < 30; round++) {
      const one = reads.query({ name: `${begin}_one`, text: 'SELECT $1::int AS n', values: [1] });
      const two = reads.query({ name: `${begin}_two`, text: 'SELECT $1::int + $2::int AS n', values: [1, 1] });
      expect([await one, await two]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
      const looked = await reads.lookUp({ name: `${begin}_${round % 2}`, text: `SELECT ${round % 2} AS n` });
      expect(looked).toEqual([{ n: round % 2 }]);
    }
  });

  it.each(WRITES)('rejects %s as a read, repeatedly and in both ways', async (_, text) => {
    const statement = { name: 'test_write', text };
    await expect(reads.query(statement)).rejects.toThrow('the statement test_write writes');
    await expect(reads.query(statement)).rejects.toThrow('the statement test_write writes');
    await expect(reads.lookUp(statement)).rejects.toThrow('the statement test_write writes');
    await expect(uow.around(() => reads.query(statement))).rejects.toThrow('the statement test_write writes');
  });

  it('reads texts and columns that merely name a write', async () => {
    const text = `SELECT 'it''s an UPDATE' AS action, now() AS updated_at, 'DELETE FROM x' AS detail`;
    expect(await reads.query({ name: 'test_named', text })).toMatchObject([{ action: "it's an UPDATE" }]);
  });

  it('rejects a read-only runner where one that writes is required', () => {
    const write = (_: Runner): boolean => true;
    // @ts-expect-error A Database only reads: its autocommit may write.
    expect(write(db)).toBe(write(db.autocommit));
  });
});

describe('a statement that fails', () => {
  const taken = (): Error => new Error('the name is taken');
  const lookAround = { name: 'test_look', text: 'SELECT 1' };

  it('after it was sent, is the error of the transaction', async () => {
    const failed = uow.run(async (tx) => {
      sendMark(tx, 'a');
      sendMark(tx, 'a', taken);
      await mark(tx, 'b');
    });
    await expect(failed).rejects.toThrow('the name is taken');
    expect(await marks()).toEqual([]);
  });

  it('after it was sent in a part, is the error of the part', async () => {
    await uow.around(async (tx) => {
      await mark(tx, 'a');
      const part = uow.part(async () => {
        sendMark(tx, 'a', taken);
        await mark(tx, 'b');
      });
      await expect(part).rejects.toThrow('the name is taken');
      // The failure was undone with its part: a later one is reported as itself.
      await expect(uow.part(() => tx.query({ name: 'test_fails', text: 'SELECT 1 / 0' }))).rejects.toMatchObject({
        code: '22012',
      });
      await mark(tx, 'c');
    });
    expect(await marks()).toEqual(['a', 'c']);
  });

  it('after it was sent, is the error of each statement that runs beside another behind it', async () => {
    const codes: unknown[] = [];
    const failed = uow.run(async (tx) => {
      tx.send({ name: 'test_divide', text: 'SELECT 1 / 0' });
      const beside = [tx.query(lookAround), tx.query(lookAround)];
      for (const each of await Promise.allSettled(beside)) if (each.status === 'rejected') codes.push(each.reason);
      await beside[0];
    });
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    expect(codes).toMatchObject([{ code: '22012' }, { code: '22012' }]);
  });

  it('and is ignored, is the error of the statement after it', async () => {
    const failed = uow.run(async (tx) => {
      sendMark(tx, 'a');
      sendMark(tx, 'a', taken);
      await tx.query(lookAround).catch(() => undefined);
      await tx.query(lookAround);
    });
    await expect(failed).rejects.toThrow('the name is taken');
  });

  it('is the error of all that wait for results in parallel after it', async () => {
    const causes: unknown[] = [];
    const failed = uow.run(async (tx) => {
      sendMark(tx, 'a');
      sendMark(tx, 'a', taken);
      const looks = await Promise.allSettled([tx.query(lookAround), tx.query(lookAround), mark(tx, 'b')]);
      for (const look of looks) causes.push(look.status === 'rejected' && (look.reason as Error).message);
    });
    await expect(failed).rejects.toThrow('the name is taken');
    expect(causes).toEqual(['the name is taken', 'the name is taken', 'the name is taken']);
  });

  it('in a part, with others in parallel, is undone with its part', async () => {
    await uow.around(async (tx) => {
      const part = uow.part(async () => {
        sendMark(tx, 'a');
        sendMark(tx, 'a', taken);
        await Promise.all([tx.query(lookAround), mark(tx, 'b')]);
      });
      await expect(part).rejects.toThrow('the name is taken');
      await Promise.all([tx.query(lookAround), mark(tx, 'c')]);
    });
    expect(await marks()).toEqual(['c']);
  });

  it('and is ignored, makes the commit fail', async () => {
    const effects: string[] = [];
    const failed = uow.run(async (tx) => {
      tx.afterCommit(() => effects.push('committed'));
      await mark(tx, 'a');
      await mark(tx, 'a').catch(() => undefined);
    });
    await expect(failed).rejects.toThrow('PostgreSQL rolled the transaction back');
    expect([await marks(), effects]).toEqual([[], []]);
  });
});

describe('UnitOfWork.around', () => {
  it('commits the writes of all its units of work together; its own reads see them before', async () => {
    const effects: string[] = [];
    const answer = await uow.around(async () => {
      await uow.run(async (tx) => {
        await mark(tx, 'a');
        tx.afterCommit(() => effects.push('a'));
      });
      await uow.around(() => uow.run((tx) => mark(tx, 'b')));
      expect(effects).toEqual([]);
      return [await marks(), await reads.lookUp({ name: 'test_all', text: 'SELECT * FROM marks' })];
    });
    expect(answer).toMatchObject([['a', 'b'], { length: 2 }]);
    expect(effects).toEqual(['a']);
    expect(await marks()).toEqual(['a', 'b']);
  });

  it('rolls back everything if the work fails after a unit of work has ended', async () => {
    const failed = uow.around(async () => {
      await uow.run((tx) => mark(tx, 'a'));
      throw new Error('too late');
    });
    await expect(failed).rejects.toThrow('too late');
    expect(await marks()).toEqual([]);
  });

  it('rolls back, and returns the result; no callback after the commit runs', async () => {
    const effects: string[] = [];
    const seen = await uow.around(async () => {
      await uow.run(async (tx) => {
        await mark(tx, 'a');
        tx.afterCommit(() => effects.push('a'));
      });
      return marks();
    }, 'discard');
    expect([seen, await marks(), effects]).toEqual([['a'], [], []]);
  });

  it('is isolated: parallel work has its own transaction', async () => {
    const failed = uow.around(async () => {
      await uow.run((tx) => mark(tx, 'a'));
      await neighbour.app.get(UnitOfWork).run((tx) => mark(tx, 'b'));
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect(await marks()).toEqual(['b']);
  });

  it('a part can fail alone', async () => {
    const effects: string[] = [];
    await uow.around(async () => {
      for (const name of ['a', 'a', 'b']) {
        const part = uow.part(() =>
          uow.run(async (tx) => {
            tx.afterCommit(() => effects.push(name));
            await mark(tx, name);
          }),
        );
        await part.catch(() => undefined);
      }
    });
    expect([await marks(), effects]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    await expect(uow.part(async () => undefined)).rejects.toThrow('needs a transaction around it');
  });
});

describe('UnitOfWork.part', () => {
  it('around a failed part rolls back all of its parts', async () => {
    await uow.around(async () => {
      const whole = uow.part(async () => {
        await uow.part(() => uow.run((tx) => mark(tx, 'a')));
        await uow.part(() => uow.run((tx) => mark(tx, 'a'))).catch(() => undefined);
        await uow.part(() => uow.run((tx) => mark(tx, 'b')));
        throw new Error('none of them');
      });
      await expect(whole).rejects.toThrow('none of them');
      await uow.run((tx) => mark(tx, 'c'));
    });
    expect(await marks()).toEqual(['c']);
  });

  it.each<[string, () => void]>([
    ['the work ends', () => undefined],
    [
      'the work fails as well',
      () => {
        throw new Error('as well');
      },
    ],
  ])('with a failed sent write leaves no savepoint behind: %s', async (_, end) => {
    await uow
      .around(async (tx) => {
        const whole = uow.part(async () => {
          await mark(tx, 'a');
          const inner = uow.part(async () => {
            sendMark(tx, 'a');
            end();
          });
          await expect(inner).rejects.toThrow();
          await mark(tx, 'b');
          throw new Error('none of them');
        });
        await expect(whole).rejects.toThrow('none of them');
        // With the savepoint of the inner part, 'a' would still be there.
        expect(await marks()).toEqual([]);
        const unknown = { name: 'test_release', text: 'RELEASE SAVEPOINT part' };
        await expect(tx.query(unknown)).rejects.toMatchObject({ code: '3B001' });
        throw new Error('the end');
      })
      .catch((error: unknown) => expect(error).toMatchObject({ message: 'the end' }));
  });

  it('reports the first error, even if the rollback fails', async () => {
    const cut = uow.around((tx) =>
      uow.part(() => tx.query({ name: 'test_end', text: 'SELECT pg_terminate_backend(pg_backend_pid())' })),
    );
    await expect(cut).rejects.toMatchObject({ code: '57P01' });
  });

  it('cannot be discarded inside another transaction', async () => {
    await expect(uow.around(async () => uow.around(async () => undefined, 'discard'))).rejects.toThrow(
      'cannot be inside',
    );
  });
});

describe('two units of work that wait for each other', () => {
  it('both complete: PostgreSQL stops one, which is retried', async () => {
    await uow.run(async (tx) => {
      await mark(tx, 'a');
      await mark(tx, 'b');
    });
    let [runs, held] = [0, 0];
    const raise = (tx: Tx, name: string): Promise<unknown> =>
      tx.query({ name: 'test_raise', text: 'UPDATE marks SET count = count + 1 WHERE name = $1', values: [name] });
    let meet: () => void = () => undefined;
    const met = new Promise<void>((resolve) => (meet = resolve));
    const both = (first: string, second: string): Promise<unknown> =>
      uow.run(async (tx) => {
        runs += 1;
        await raise(tx, first);
        // Each holds one before either asks for the other.
        if (++held === 2) meet();
        await met;
        return raise(tx, second);
      });
    await Promise.all([both('a', 'b'), both('b', 'a')]);
    // The retry can lock its row again before the waiting transaction wakes up, and is then stopped again.
    expect(runs).toBeGreaterThanOrEqual(3);
    const rows = await reads.query<{ count: number }>({ name: 'test_counts', text: 'SELECT count FROM marks' });
    expect(rows.map(({ count }) => count)).toEqual([3, 3]);
  });
});

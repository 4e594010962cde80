import { OperatorError } from '@billhook/db/operator-error';
import { cancelMove } from '@billhook/installation/cells/cancel-move';
import { moveCell } from '@billhook/installation/cells/move-cell';
import { proxyOf, type LogicalServer } from '@billhook/testing/logical-server';
import { withOneCell } from '@billhook/testing/skipped';
import { onSmallDisk } from '@billhook/testing/small-disk';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CellInstallation } from '../support/cell-installation.js';
/** Enough for the tables, and not for their rows. */
const SMALL_MB = 48;

let installation: CellInstallation;

beforeAll(async () => {
  installation = await CellInstallation.create(1_000);
});
afterAll(() => installation.close());

const report = (): void => undefined;
const directoryUrl = (): string => installation.first.url;
const move = (toUrl: string) =>
  moveCell({ directoryUrl: directoryUrl(), cell: 1, toUrl, report, settleMs: 0, failingMs: 2_000 });

const on = (server: LogicalServer, text: string): Promise<unknown> =>
  withClient(server.url, (client) => client.query(text));

const CHANGED_HEAD = `SET session_replication_role = replica; UPDATE cell_1.document_chain_heads SET secret_version = 'other'`;

/** What a rejected command has not changed. */
const state = () => installation.state();

withOneCell(describe)('a move that cannot succeed', () => {
  const PROBES: [what: string, change: readonly [at: 'first' | 'second', text: string, undo: string], found: RegExp][] =
    [
      [
        'a table without a primary key',
        ['first', 'CREATE TABLE cell_1.probe (id int)', 'DROP TABLE cell_1.probe'],
        /^Tables without a primary key cannot be replicated: probe\./,
      ],
      [
        'an unlogged table',
        ['first', 'CREATE UNLOGGED TABLE cell_1.probe (id int PRIMARY KEY)', 'DROP TABLE cell_1.probe'],
        /^Unlogged and temporary tables are not replicated: probe\./,
      ],
      [
        'a view',
        ['first', 'CREATE VIEW cell_1.probe AS SELECT 1 AS one', 'DROP VIEW cell_1.probe'],
        /what a move does not copy: .*view cell_1\.probe/,
      ],
      [
        'a key to a table of another schema',
        [
          'first',
          'CREATE TABLE cell_1.probe (id int PRIMARY KEY REFERENCES public.cells (number))',
          'DROP TABLE cell_1.probe',
        ],
        /use what the target will not have: .*cells/,
      ],
      [
        'a schema of the same name at the target',
        ['second', 'CREATE SCHEMA cell_1', 'DROP SCHEMA cell_1'],
        /^The target has a schema cell_1\./,
      ],
      [
        'a role that the target lacks',
        [
          'first',
          'CREATE ROLE probe; GRANT SELECT ON cell_1.clients TO probe',
          'REVOKE SELECT ON cell_1.clients FROM probe; DROP ROLE probe',
        ],
        /roles that the target lacks: probe\./,
      ],
    ];

  it.each(PROBES)('names %s, and changes nothing', async (_, [at, text, undo], found) => {
    const before = await state();
    await on(installation[at], text);
    await expect(move(installation.second.url)).rejects.toThrow(found);
    await on(installation[at], undo);
    expect(await state()).toEqual(before);
  });

  it('names the settings that the present server lacks', async () => {
    const before = await state();
    const { first, second } = installation;
    await first.restartWith({ wal_level: 'replica', max_replication_slots: '2', max_wal_senders: '2' });
    const failure = await move(second.url).catch(String);
    await first.restartWith({});
    for (const sentence of [
      /has wal_level = replica\. Run ALTER SYSTEM SET wal_level = logical there/,
      /has 2 free replication slots, and a move needs 3\. Raise max_replication_slots there/,
      /has 2 free connections for replication, and a move needs 3\. Raise max_wal_senders there/,
    ])
      expect(failure).toMatch(sentence);
    expect(await state()).toEqual(before);
  });

  it('names the rights that the roles lack', async () => {
    const before = await state();
    const { first, second } = installation;
    const as = ({ url }: LogicalServer): string => {
      const own = new URL(url);
      [own.username, own.password] = ['poor', 'poor'];
      return own.href;
    };
    for (const server of [first, second]) await on(server, `CREATE ROLE poor LOGIN PASSWORD 'poor'`);
    const options = { directoryUrl: directoryUrl(), cell: 1, toUrl: second.url, report };
    const failure = await moveCell({ ...options, sourceUrl: as(first), targetUrl: as(second) }).catch(String);
    for (const server of [first, second]) await on(server, 'DROP ROLE poor');
    for (const sentence of [
      /"poor" may not replicate\. As an administrator of the present server, run: ALTER ROLE "poor" REPLICATION/,
      /"poor" may not create a publication\. .* run: GRANT CREATE ON DATABASE "billhook" TO "poor"/,
      /"poor" does not own .* as --source/,
      /"poor" may not create subscriptions\. As an administrator of the target, run: GRANT pg_create_subscription TO "poor"/,
      /"poor" may not create a schema\. As an administrator of the target/,
    ])
      expect(failure).toMatch(sentence);
    expect(await state()).toEqual(before);
  });

  it('names a cell that does not exist, and a server that does not respond', async () => {
    const before = await state();
    const options = { directoryUrl: directoryUrl(), toUrl: installation.second.url, report, settleMs: 0 };
    await expect(moveCell({ ...options, cell: 7 })).rejects.toThrow('There is no cell 7.');
    const silent = 'postgresql://ada:secret@127.0.0.1:1/billhook';
    const failed = moveCell({ ...options, cell: 1, toUrl: silent });
    await expect(failed).rejects.toThrow('PostgreSQL at 127.0.0.1:1/billhook cannot be used');
    await expect(failed).rejects.not.toThrow('secret');
    expect(await state()).toEqual(before);
  });

  it('is one beside another one', async () => {
    await withClient(directoryUrl(), async (client) => {
      await client.query('SELECT pg_advisory_lock(7301955)');
      await expect(move(installation.second.url)).rejects.toThrow('Another command changes the cells.');
    });
  });

  it('leaves everything as before if the target cannot copy a table', async () => {
    const before = await state();
    await on(
      installation.first,
      'CREATE TABLE cell_1.probe (id int PRIMARY KEY); INSERT INTO cell_1.probe VALUES (1); ALTER TABLE cell_1.probe ADD CHECK (id > 1) NOT VALID',
    );
    await expect(move(installation.second.url)).rejects.toThrow(
      /^Cell 1 has not moved\. The target fails to copy or to apply changes\. .* such as a full disk\.$/,
    );
    await on(installation.first, 'DROP TABLE cell_1.probe');
    expect(await state()).toEqual(before);
  });

  const CHANGES: [what: string, change: string, found: RegExp][] = [
    [
      'lacks a row',
      'DELETE FROM cell_1.record_tombstones WHERE record_id = 1000001',
      /^Cell 1 has not moved\. The copy differs: record_tombstones has \d+ rows, and \d+ in the copy\. The cell stays where it is\.$/,
    ],
    [
      'has a row with another value',
      'UPDATE cell_1.record_tombstones SET version = 2 WHERE record_id = 1000001',
      /^Cell 1 has not moved\. The copy differs: a row of record_tombstones\. The cell stays where it is\.$/,
    ],
  ];

  it.each(CHANGES)('leaves everything as before if the copy %s', async (_, change, found) => {
    const before = await state();
    const { first, second } = installation;
    await withClient(first.url, async (busy) => {
      // The rows are not compared before writes can wait.
      await busy.query('BEGIN; LOCK TABLE cell_1.tax_rates IN ROW EXCLUSIVE MODE');
      let changed: Promise<unknown> | undefined;
      const report = (line: string): void => {
        if (line.startsWith('A table is locked.')) changed ??= on(second, change).then(() => busy.query('ROLLBACK'));
      };
      const options = { directoryUrl: directoryUrl(), cell: 1, toUrl: second.url, settleMs: 0 };
      await expect(moveCell({ ...options, report })).rejects.toThrow(found);
      await changed;
    });
    expect(await state()).toEqual(before);
  });

  it('leaves everything as before if the end of a chain differs at the switch', async () => {
    const before = await state();
    const { first, second } = installation;
    await withClient(first.url, async (busy) => {
      const said: string[] = [];
      const report = (line: string): void => {
        said.push(line);
        // All rows of an earlier moment are equal. The switch waits for the lock.
        if (line.startsWith('Writes waited'))
          void busy.query('BEGIN; LOCK TABLE cell_1.tax_rates IN ROW EXCLUSIVE MODE');
        if (line.startsWith('A table is locked.')) void on(second, CHANGED_HEAD).then(() => busy.query('ROLLBACK'));
      };
      const options = { directoryUrl: directoryUrl(), cell: 1, toUrl: second.url, settleMs: 0 };
      await expect(moveCell({ ...options, report })).rejects.toThrow(
        /^Cell 1 has not moved\. The copy differs: a row of document_chain_heads\./,
      );
      expect(said).toContainEqual(expect.stringMatching(/^Compared \d+ rows of \d+ tables: the copy is equal\.$/));
    });
    expect(await state()).toEqual(before);
  });

  onSmallDisk(it)('leaves everything as before if the target has no room', async () => {
    const before = await state();
    const { first, second } = installation;
    const { grow, remove } = await second.onSmallDisk(SMALL_MB);
    try {
      // Two kilobytes each: more than the target has.
      await on(
        first,
        `CREATE TABLE cell_1.probe (id int PRIMARY KEY, text text); ALTER TABLE cell_1.probe ALTER text SET STORAGE PLAIN;
          INSERT INTO cell_1.probe SELECT n, repeat('x', 1900) FROM generate_series(1, 30000) n`,
      );
      // On a full disk, PostgreSQL may have no page for what removes the copy.
      await expect(move(second.url)).rejects.toThrow(
        /^(Cell 1 has not moved|The move of cell 1 has not ended)\. The target fails to copy or to apply changes\. .* such as a full disk\.$/,
      );
      grow();
      await cancelMove({ directoryUrl: directoryUrl(), cell: 1, report });
      await on(first, 'DROP TABLE cell_1.probe');
      expect(await state()).toEqual(before);
    } finally {
      grow();
      await remove();
    }
  });

  it('leaves everything as before if the target cannot reach the present server', async () => {
    const before = await state();
    // Two connections are those of the command, and the third one is that of the target.
    const proxy = await proxyOf(installation.first, (connection) => connection !== 3);
    const options = { directoryUrl: directoryUrl(), cell: 1, toUrl: installation.second.url, report, settleMs: 0 };
    const moving = moveCell({ ...options, sourceUrl: proxy.url });
    await expect(moving).rejects.toBeInstanceOf(OperatorError);
    await expect(moving).rejects.toThrow(
      /^Cell 1 has not moved\. The target cannot connect to the present server at 127\.0\.0\.1:\d+\/billhook: [^\n]*[^.?:\n]\. Give an address with a password that it can reach as --source\.$/,
    );
    proxy.close();
    expect(await state()).toEqual(before);
  });
});

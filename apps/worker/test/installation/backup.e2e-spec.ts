import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@billhook/db/embedded/embedded-postgres';
import { giveTo } from '@billhook/db/embedded/embedded-postgres-account';
import { ARCHIVE, DETAILS, MANIFEST, UNFINISHED } from '@billhook/installation/backup/backup-folder';
import { repeatBackups, takeNextBackup } from '@billhook/installation/backup/backup-series';
import { takeBaseBackup } from '@billhook/installation/backup/base-backup';
import { restoreBackup } from '@billhook/installation/backup/restore-backup';
import { variablesWith } from '@billhook/platform/spec-env';
import { eventually } from '@billhook/testing/patience';
import { inFullRun } from '@billhook/testing/skipped';
import { onSmallDisk, SmallDisk } from '@billhook/testing/small-disk';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

// Each restore takes seconds, most of them to unpack and to start the server.
const inFull = inFullRun(it);

const namesIn = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM kept WHERE name <> 'load' ORDER BY id`);
    return rows.map(({ name }) => name);
  });

/** Runs something while a backup waits for a server that never responds. It takes the name of its folder. */
async function whileWaiting<T>(series: string, run: (name: string) => Promise<T>): Promise<T> {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const folder = join(series, '2026-01-09T00-00-00-000Z');
  const backup = takeBaseBackup(`postgres://postgres@127.0.0.1:${port}/billhook`, folder).catch(String);
  try {
    return await run(basename(folder) + UNFINISHED);
  } finally {
    for (const socket of sockets) socket.destroy();
    await backup;
    silent.close();
  }
}

describe('a backup of a server that is written to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-backup-'));
  const at = (name: string): string => join(folder, name);
  const servers: EmbeddedPostgres[] = [];
  let moment = '';
  let loaded = 0;

  async function start(dir: string): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dir: at(dir), database: 'billhook' });
    servers.push(server);
    return server;
  }
  const add = (client: Parameters<Parameters<typeof withClient>[1]>[0], name: string) =>
    client.query('INSERT INTO kept (name) VALUES ($1)', [name]);
  const restore = (dir: string, more: object = {}) => restoreBackup({ backup: at('backup'), dir: at(dir), ...more });

  beforeAll(async () => {
    const first = await start('server');
    const { uid, gid } = statSync(at('server/cluster'));
    mkdirSync(at('server/archive'));
    giveTo({ ids: { uid, gid } }, at('server/archive'));
    await withClient(first.url, async (client) => {
      await client.query('CREATE TABLE kept (id bigint GENERATED ALWAYS AS IDENTITY, name text)');
      await client.query(`ALTER SYSTEM SET archive_mode = 'on'`);
      const file = `${at('server/archive')}/%f`;
      await client.query(`ALTER SYSTEM SET archive_command = 'test ! -f "${file}" && cp "%p" "${file}"'`);
    });
    await first.stop();
    const { url } = await start('server');
    await withClient(url, async (client) => {
      await add(client, 'before the backup');
      let isDone = false;
      const backup = takeBaseBackup(url, at('backup')).finally(() => (isDone = true));
      for (; !isDone; loaded += 1) await add(client, 'load');
      await backup;
      await add(client, 'after the backup');
      // The moment has milliseconds, and PostgreSQL compares microseconds.
      await client.query('SELECT pg_sleep(0.01)');
      const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
      moment = rows[0]?.at.toISOString() ?? '';
      await client.query('SELECT pg_sleep(0.01)');
      await add(client, 'after the moment');
      const { rows: wal } = await client.query<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name');
      await eventually(
        'the archived log',
        () => readdirSync(at('server/archive')).includes(wal[0]?.name ?? '') || undefined,
      );
    });
  });

  afterAll(async () => {
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is private, and complete in one step', () => {
    expect(loaded).toBeGreaterThan(0);
    expect(readdirSync(at('backup')).sort()).toEqual([DETAILS, MANIFEST, ARCHIVE].sort());
    for (const name of readdirSync(at('backup'))) expect(statSync(at(`backup/${name}`)).mode & 0o077).toBe(0);
    expect(readdirSync(folder)).not.toContain('backup.unfinished');
  });

  it('does not replace another backup', async () => {
    const [server] = servers;
    await expect(takeBaseBackup(server?.url ?? '', at('backup'))).rejects.toThrow('already exists');
  });

  it('of a series replaces the oldest complete one, and nothing else that is there', async () => {
    const url = servers.at(-1)?.url ?? '';
    const series = at('series');
    const others = ['2026-01-01T00-00-00-000Z', 'monday', 'notes.txt'];
    for (const name of others) mkdirSync(join(series, name), { recursive: true });
    const first = await takeNextBackup(url, series, 1);
    expect(first.deleted).toEqual([]);
    await expect(takeNextBackup(url.replace(/:\d+\//, ':9/'), series, 1)).rejects.toThrow('ECONNREFUSED');
    const second = await takeNextBackup(url, series, 1);
    expect(second.deleted).toEqual([basename(first.folder)]);
    expect(readdirSync(series).toSorted()).toEqual([...others, basename(second.folder)].toSorted());
  });

  it('of a series deletes what killed backups left, and not what is being written', async () => {
    const url = servers.at(-1)?.url ?? '';
    const series = at('killed');
    const minutesAgo = (name: string, minutes: number): void => {
      const time = Date.now() / 1_000 - minutes * 60;
      utimesSync(join(series, name), time, time);
    };
    const [old, recent] = [1, 2].map((day) => `2026-01-0${day}T00-00-00-000Z${UNFINISHED}`) as [string, string];
    const other = `monday${UNFINISHED}`;
    for (const name of [old, recent, other]) mkdirSync(join(series, name), { recursive: true });
    for (const name of [old, other]) minutesAgo(name, 2);
    const next = await whileWaiting(series, async (waiting) => {
      minutesAgo(waiting, 120);
      const time = () => statSync(join(series, waiting)).mtimeMs;
      await eventually('a running backup renews its folder', () => Date.now() - time() < 30_000 || undefined);
      const taken = await takeNextBackup(url, series, 9);
      expect(readdirSync(series).toSorted()).toEqual([recent, waiting, basename(taken.folder), other].toSorted());
      return taken;
    });
    expect(readdirSync(series).toSorted()).toEqual([recent, basename(next.folder), other].toSorted());
  });

  onSmallDisk(it)(
    'that does not fit leaves nothing, keeps the earlier ones, and is taken at the next turn',
    async () => {
      const series = at('small');
      const disk = SmallDisk.mount(series, 64);
      const taken: string[][] = [];
      const reported: string[] = [];
      let free = (): void => undefined;
      // What happens while the program waits for the next turn.
      const waits = [
        () => (free = disk.fill()),
        () => free(),
        () => {
          throw new Error('the end of the test');
        },
      ];
      try {
        const ended = repeatBackups({
          turn: () => takeNextBackup(servers.at(-1)?.url ?? '', series, 1).then(() => undefined),
          wait: async () => {
            taken.push(readdirSync(series).filter((name) => name !== 'ballast'));
            waits.shift()?.();
          },
          report: (error) => reported.push(String(error)),
        });
        await expect(ended).rejects.toThrow('the end of the test');
      } finally {
        disk.unmount();
      }
      const [first, full, last] = taken;
      expect([first?.length, last?.length]).toEqual([1, 1]);
      expect(full).toEqual(first);
      expect(last).not.toEqual(first);
      expect(reported).toEqual([expect.stringContaining(`does not fit into ${series} (ENOSPC), and was removed.`)]);
    },
  );

  it('ends the program with 1 and what to do if the first one does not fit', async () => {
    const series = at('limited');
    const main = join(import.meta.dirname, '../../../api/src/backup.ts');
    const register = join(import.meta.dirname, '../../../../tools/lib/register-sources.mjs');
    const command = `ulimit -f 100; exec "$0" --import "${register}" "${main}" --in "${series}" --every 24`;
    const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath], {
      env: variablesWith({ DATABASE_URL: servers.at(-1)?.url ?? '' }),
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toBe(
      `The backup does not fit into ${series} (EFBIG), and was removed. Backups that are there are unchanged. Delete old ones or use a larger disk, then start it again. A series keeps one backup more than --keep until the new one is complete.\n`,
    );
    expect(readdirSync(series)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a folder without a backup', { backup: tmpdir() }, 'There is no complete backup'],
    ['a folder with a database', { dir: join(folder, 'server') }, 'There is a database in'],
    ['a moment without an archive', { until: '2026-01-01T00:00:00Z' }, 'name its folder as well'],
    ['a moment before the backup', { until: '2026-01-01T00:00:00Z', archive: '/archive' }, 'Use an earlier backup'],
    ['a moment that is none', { until: 'yesterday', archive: '/archive' }, 'is not a time'],
    ['a path that a shell would change', { archive: '/$(id)' }, 'in its own way'],
  ])('is not restored with %s', async (_, options, message) => {
    await expect(restore('refused', options)).rejects.toThrow(message);
    expect(existsSync(at('refused/cluster'))).toBe(false);
  });

  inFull('is not restored with a moment after the archive', async () => {
    const later = { until: '2100-01-01T00:00:00Z', archive: at('server/archive') };
    const reason = 'recovery ended before configured recovery target was reached';
    await expect(restore('refused', later)).rejects.toThrow(reason);
    expect(existsSync(at('refused/cluster'))).toBe(false);
  });

  it.each<[string, string, (copy: string) => void]>([
    ['is cut off', 'damaged', (copy) => truncateSync(join(copy, ARCHIVE), 1_000_000)],
    [
      'has another manifest',
      `${MANIFEST} was changed`,
      (copy) => {
        const text = readFileSync(join(copy, MANIFEST), 'utf8');
        writeFileSync(join(copy, MANIFEST), text.replace('"Size": 3,', '"Size": 4,'));
      },
    ],
  ])('is not restored if it %s', async (_, message, damage) => {
    cpSync(at('backup'), at('copy'), { recursive: true });
    damage(at('copy'));
    await expect(restore('refused', { backup: at('copy') })).rejects.toThrow(message);
    rmSync(at('copy'), { recursive: true });
  });

  inFull('restores the end of the backup, under another password, and archives nothing', async () => {
    await restore('whole');
    const { url } = await start('whole');
    expect(await namesIn(url)).toEqual(['before the backup']);
    expect(new URL(url).password).not.toBe(new URL(servers[0]?.url ?? '').password);
    const { rows } = await withClient(url, (client) => client.query<{ archive_mode: string }>('SHOW archive_mode'));
    expect(rows).toEqual([{ archive_mode: 'off' }]);
  });

  it('restores a moment from the archive', async () => {
    const { lastCommit } = await restore('moment', { archive: at('server/archive'), until: moment });
    const { url } = await start('moment');
    expect(await namesIn(url)).toEqual(['before the backup', 'after the backup']);
    expect(Date.parse(lastCommit ?? '')).toBeLessThanOrEqual(Date.parse(moment));
  });

  inFull('restores everything that the archive has', async () => {
    await restore('latest', { archive: at('server/archive') });
    const { url } = await start('latest');
    expect(await namesIn(url)).toEqual(['before the backup', 'after the backup', 'after the moment']);
  });
});

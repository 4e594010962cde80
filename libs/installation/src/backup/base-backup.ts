import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CONNECT_MS } from '@billhook/db/database-client';
import { OperatorError } from '@billhook/db/operator-error';
import pg from 'pg';
import { ARCHIVE, DETAILS, MANIFEST, UNFINISHED, type BackupDetails, type BackupPart } from './backup-folder.js';
import { findCellPlaces, type ServerOfCells } from './cell-servers.js';

/*
 * What pg_basebackup does, over the same replication protocol: neither the embedded PostgreSQL nor an image of Billhook has that program.
 * https://www.postgresql.org/docs/current/protocol-replication.html
 */

const BASE_BACKUP = `BASE_BACKUP (LABEL 'billhook', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`;

// Most of the time is compression: level 1 takes a third of the time of level 6 for a tenth more bytes.
const GZIP = { level: 1 };

/** How often the time of the folder is renewed, in milliseconds, also while the server has ended and the disk has not. */
export const RENEWAL_MS = 2_000;

/** These files contain all data. */
const PRIVATE = { mode: 0o600 };

/**
 * Copies the whole server of a database into a folder while it is used, and each other server that has cells into a part of it. The role
 * needs the attribute REPLICATION on all of them.
 * @param folder is created, and exists only once the backup is complete
 * @throws an Error if the folder exists, the disk of the folder is full, a server has tablespaces, or a cell moves in the meantime
 */
export async function takeBaseBackup(databaseUrl: string, folder: string): Promise<BackupDetails> {
  if (existsSync(folder)) throw new Error(`${folder} already exists. Choose another folder for the backup.`);
  const unfinished = folder + UNFINISHED;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  // The folder may have got its final name in the meantime.
  const renew = () => void utimes(unfinished, new Date(), new Date()).catch(() => undefined);
  const renewal = setInterval(renew, RENEWAL_MS);
  try {
    const places = await findCellPlaces(databaseUrl);
    const parts: BackupPart[] = [];
    for (const server of places.servers) parts.push(await copyPart(server, unfinished));
    // Last: what cells refer to is then as late as they are.
    const details = await copyServer(databaseUrl, unfinished, {
      cells: places.cells.map(({ number, schema }) => ({ number, schema })),
      parts,
    });
    // A copy of the server that a cell has left would lack what was written since.
    if ((await findCellPlaces(databaseUrl)).text !== places.text)
      throw new Error('A cell has moved to another server during the backup, which was removed. Start it again.');
    renameSync(unfinished, folder);
    return details;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw outOfSpace(error, folder) ?? error;
  } finally {
    clearInterval(renewal);
  }
}

type Others = Required<Pick<BackupDetails, 'cells' | 'parts'>>;

async function copyPart({ url, cells, name }: ServerOfCells, folder: string): Promise<BackupPart> {
  const part = `cell-${cells[0]?.number}`;
  mkdirSync(join(folder, part), { mode: 0o700 });
  const { finishedAt, bytes } = await copyServer(url, join(folder, part)).catch((error: unknown) => {
    if (outOfSpace(error, folder)) throw error;
    throw new OperatorError(`${name} could not be copied: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  });
  return { part, cells: cells.map(({ number }) => number), finishedAt, bytes };
}

/** Writes the files of a server into a folder that exists. @param others what an installation has on other servers */
async function copyServer(url: string, folder: string, others?: Others): Promise<BackupDetails> {
  const config = {
    ...{ connectionString: url, replication: 'true', application_name: 'billhook-backup' },
    connectionTimeoutMillis: CONNECT_MS,
  };
  const client = new pg.Client(config);
  // An error ends the query as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const details = await writeBackup(client, folder);
    const all = others && others.cells.length > 0 ? { ...details, ...others } : details;
    writeFileSync(join(folder, DETAILS), `${JSON.stringify(all, null, 2)}\n`, PRIVATE);
    return all;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** No space on the disk, in the quota of the user, or in what one file may have. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

function outOfSpace(error: unknown, folder: string): Error | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!FULL.includes(code)) return undefined;
  return new Error(
    `The backup does not fit into ${dirname(folder)} (${code}), and was removed. Backups that are there are unchanged. Delete old ones or use a larger disk, then start it again. A series keeps one backup more than --keep until the new one is complete.`,
    { cause: error },
  );
}

async function writeBackup(client: pg.Client, folder: string): Promise<BackupDetails> {
  const one = async (command: string) => (await client.query<Record<string, string>>(command)).rows[0];
  const identity = await one('IDENTIFY_SYSTEM');
  const version = await one('SHOW server_version');
  const output = new BackupOutput(folder);
  const query = client.query(new BaseBackupQuery((message) => output.take(message)));
  const positions: Record<string, string>[] = [];
  query.on('row', (row: Record<string, string>) => {
    if (row['recptr']) positions.push(row);
  });
  await once(query, 'end');
  await output.end();
  const [start, end] = [positions[0], positions.at(-1)];
  return {
    finishedAt: new Date().toISOString(),
    postgres: version?.['server_version'] ?? '',
    systemIdentifier: identity?.['systemid'] ?? '',
    timeline: Number(end?.['tli']),
    startLsn: start?.['recptr'] ?? '',
    endLsn: end?.['recptr'] ?? '',
    database: client.database ?? '',
    user: client.user ?? '',
    bytes: statSync(join(folder, ARCHIVE)).size,
  };
}

/** A query whose response is a stream of binary messages. */
class BaseBackupQuery extends pg.Query {
  /** @param take returns a promise if the server has to wait; throws if the messages cannot be parsed */
  constructor(private readonly take: (message: Buffer) => Promise<unknown> | undefined) {
    super(BASE_BACKUP);
  }

  /** Called by `pg` for each message. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }, connection: pg.Connection): void {
    const { stream } = connection;
    try {
      const wait = this.take(chunk);
      if (!wait) return;
      stream.pause();
      wait.then(
        () => stream.resume(),
        (error: Error) => stream.destroy(error),
      );
    } catch (error) {
      // The server cannot be asked to stop in the middle of its response.
      stream.destroy(error instanceof Error ? error : undefined);
    }
  }
}

/** The two files that the messages of the server are written to. */
class BackupOutput {
  readonly #archive = createGzip(GZIP);
  readonly #manifest: Writable;
  readonly #written: Promise<unknown>;
  #current: Writable | undefined;
  #isFull = false;

  constructor(folder: string) {
    const file = (name: string) => createWriteStream(join(folder, name), { ...PRIVATE, flush: true });
    this.#manifest = file(MANIFEST);
    this.#written = Promise.all([pipeline(this.#archive, file(ARCHIVE)), finished(this.#manifest)]);
    // It is the error of `end` as well.
    this.#written.catch(() => undefined);
  }

  /**
   * Takes a message. Its first byte says whether it begins an archive or the manifest, or is data of either.
   * @returns a promise if the file is not written as fast
   */
  take(message: Buffer): Promise<unknown> | undefined {
    const kind = String.fromCharCode(message[0] ?? 0);
    if (kind === 'n') this.#begin(message.toString('utf8', 1).split('\0')[0]);
    if (kind === 'm') {
      this.#archive.end();
      this.#current = this.#manifest;
    }
    if (kind !== 'd' || !this.#current) return undefined;
    // A copy, because the parser of the protocol uses its buffer again.
    const isTaken = this.#current.write(Buffer.from(message.subarray(1)));
    // Messages that were received before the pause still arrive, and need no further one.
    if (isTaken || this.#isFull) return undefined;
    this.#isFull = true;
    return drained(this.#current).finally(() => (this.#isFull = false));
  }

  #begin(name: string | undefined): void {
    if (name !== 'base.tar') {
      throw new Error('The server has tablespaces, which this command does not copy. Use pg_basebackup.');
    }
    this.#current = this.#archive;
  }

  /** Resolves when everything is on disk. */
  async end(): Promise<void> {
    this.#manifest.end();
    await this.#written;
  }
}

/** A stream that has ended in the meantime emits no `drain`. */
async function drained(stream: Writable): Promise<void> {
  const abort = new AbortController();
  const { signal } = abort;
  await Promise.race([once(stream, 'drain', { signal }), finished(stream, { readable: false, signal })]).finally(() =>
    abort.abort(),
  );
}

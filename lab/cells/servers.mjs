import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectClient } from '../../libs/db/dist/database-client.js';
import { startEmbeddedPostgres } from '../../libs/db/dist/embedded/embedded-postgres.js';
import { migrate } from '../../libs/db/dist/migrate.js';
import { definitionLike } from '../../libs/db/dist/new-cell.js';
import { createCell } from '../../libs/installation/dist/cells/create-cell.js';
import { Databases } from '../bench/base/databases.mjs';
import { atEnd } from '../bench/base/endings.mjs';

/** Another PostgreSQL server, for a cell. */
export class SecondServer {
  #folder = mkdtempSync(join(tmpdir(), 'billhook-second-'));
  #server;

  /** @param options `isLogical`: its rows can be replicated, and others can connect to its port */
  static async start({ isLogical = false } = {}) {
    const second = new SecondServer();
    atEnd(() => second.stop());
    // As root, the server runs as another user.
    chmodSync(second.#folder, 0o755);
    const run = () => startEmbeddedPostgres({ dir: second.#folder, database: 'billhook' });
    second.#server = await run();
    if (isLogical) {
      const client = await connectClient({ connectionString: second.#server.url });
      await client.query('ALTER SYSTEM SET wal_level = logical');
      await client.query('ALTER SYSTEM SET max_wal_senders = 20');
      await client.end();
      await second.#server.stop();
      second.#server = await run();
    }
    second.url = isLogical ? second.#server.url : second.#server.socketUrl;
    // For what is beside the cells: extensions, and functions of the search.
    await migrate(second.url);
    second.databases = new Databases(second.url);
    second.pid = Number(readFileSync(join(second.#folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    return second;
  }

  /** Creates a cell here, without companies, for the programs of a stack. It is created where all are, and then placed. */
  async addCell(stack) {
    const url = stack.env.DATABASE_URL;
    const { number, schema } = await createCell(url);
    const statements = await definitionOf(url, schema, number);
    const client = await connectClient({ connectionString: this.url, statementMs: 0 });
    try {
      await client.query('BEGIN');
      for (const statement of statements) await client.query(statement);
      await client.query('COMMIT');
    } finally {
      await client.end();
    }
    await stack.databases.query('UPDATE cells SET url = $2 WHERE number = $1', [number, this.url]);
    await stack.databases.query(`DROP SCHEMA ${schema} CASCADE`);
    return number;
  }

  async stop() {
    await this.databases?.close().catch(() => undefined);
    await this.#server?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function definitionOf(url, schema, number) {
  const client = await connectClient({ connectionString: url, statementMs: 0 });
  try {
    await client.query('BEGIN');
    return await definitionLike(client, schema, number);
  } finally {
    await client.end();
  }
}

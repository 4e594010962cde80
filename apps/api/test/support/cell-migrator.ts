import { READ_CELLS, type Cell } from '@billhook/db/cell-rows';
import { migrateCells } from '@billhook/db/migrate-cells';
import { onConnection } from '@billhook/db/on-connection';
import { loadDatabaseUrl } from '@billhook/platform/load-env';
import { KILLED } from './cell-migration.js';

/* A schema step of a later release, which says each step. */

const url = loadDatabaseUrl();
const cells = await onConnection(url, (db) => db.query<Cell & Record<string, unknown>>(READ_CELLS));
await migrateCells(url, cells, [KILLED], (progress) =>
  process.stdout.write(`${progress.kind} ${'title' in progress ? progress.title : ''}\n`),
);

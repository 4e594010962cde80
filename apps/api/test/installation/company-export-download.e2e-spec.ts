import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { withClient } from '@billhook/testing/test-server';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { completedExport } from '../support/company-export.js';
import { startWorld } from '../support/start.js';
import type { SeededMember, SessionCaller } from '../support/world.js';

const { api, world } = await startWorld();

/** More than one group of the archive, and more bytes than the buffers between the API and a client hold. */
const FILES = 150;
const PART_BYTES = 200_000;

let owner: SeededMember;
let session: SessionCaller;
let exportId: number;

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  exportId = await completedExport(api, owner.companyId, owner.id);
  await query(
    `INSERT INTO company_export_parts (company_id, export_id, position, part, content)
      SELECT $1, $2, file, 0, (SELECT string_agg(sha256((file || ',' || n)::bytea), NULL) FROM generate_series(1, ${PART_BYTES / 32}) n)
      FROM generate_series(0, ${FILES - 1}) file`,
  );
  await query(
    `INSERT INTO company_export_files (company_id, export_id, position, path, records, bytes, digest, resource, record_id)
      SELECT company_id, export_id, position, position || '.bin', 0, length(content), encode(sha256(content), 'hex'), NULL, NULL
      FROM company_export_parts WHERE company_id = $1 AND export_id = $2`,
  );
  await query(`UPDATE company_exports SET position = ${FILES} WHERE company_id = $1 AND id = $2`);
});

const query = (text: string) =>
  withClient(api.databaseUrl, (client) => client.query(text, [owner.companyId, exportId]));

/** Calls `meanwhile` when the first bytes have arrived. @returns the number of bytes of a response that ended, else undefined */
async function download(meanwhile: () => Promise<unknown>): Promise<number | undefined> {
  const request = get(`${api.url}/app/company/exports/${exportId}/archive`, { headers: { cookie: session.cookie } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  await once(response, 'readable');
  await meanwhile();
  let bytes = 0;
  response.on('data', (chunk: Buffer) => (bytes += chunk.length));
  // A connection that is destroyed ends with an error.
  return once(response, 'end').then(
    () => bytes,
    () => undefined,
  );
}

const OF_EXPORT = 'company_id = $1 AND export_id = $2';

describe('the download of an export', () => {
  it('ends with all files', async () => {
    expect(await download(async () => undefined)).toBeGreaterThan(FILES * PART_BYTES);
  });

  it.each([
    ['the content of a file is deleted', `DELETE FROM company_export_parts WHERE ${OF_EXPORT} AND position > 60`],
    ['later files are deleted', `DELETE FROM company_export_files WHERE ${OF_EXPORT} AND position >= 100`],
    ['the last file is deleted', `DELETE FROM company_export_files WHERE ${OF_EXPORT} AND position = ${FILES - 1}`],
  ])('ends with an error if %s meanwhile', async (_, text) => {
    expect(await download(() => query(text))).toBeUndefined();
  });
});

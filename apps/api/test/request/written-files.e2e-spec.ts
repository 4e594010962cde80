import type { ChildProcess } from 'node:child_process';
import type { CompanyExportList, CompanyExportView } from '@billhook/contract/installation/company-export';
import type { SnapshotView } from '@billhook/contract/installation/snapshot';
import { eventually } from '@billhook/testing/patience';
import { end, launchProgram, spawnProgram } from '@billhook/testing/program';
import { withProgram } from '@billhook/testing/skipped';
import { afterAll, describe, expect, it } from '@jest/globals';
import { SECRET } from '../support/api.js';
import { recordsOfEveryKind, type Readers } from '../support/every-read.js';
import { openPortal } from '../support/portal.js';
import { readArchive, readContent } from '../support/read-content.js';
import { Sandboxes } from '../support/sandboxes.js';
import { startWorld } from '../support/start.js';

/*
 * What a worker or a program writes about a company: exports, snapshots, and the report on its chains. `other-companies.e2e-spec.ts` reads
 * what the API responds.
 */

const { api, world } = await startWorld();
const MARKS = { production: 'Only a record of production', sandbox: 'Only a trial of the sandbox' } as const;

const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET };
let worker: ChildProcess | undefined;
afterAll(async () => void (worker && (await end(worker, 'SIGKILL'))));

/** The texts of a company that no other has: names of its records, ids of its events, and hashes of its chains. */
async function signsOf(companyId: number, name: string): Promise<string[]> {
  const rows = await api.database.query<{ sign: string }>({
    name: 'test_signs_of_company',
    text: `SELECT id AS sign FROM events WHERE company_id = $1
      UNION ALL SELECT encode(hash, 'hex') FROM audit_log WHERE company_id = $1
      UNION ALL SELECT encode(unnest(ARRAY[digest, hash]), 'hex') FROM document_chain WHERE company_id = $1`,
    values: [companyId],
  });
  const signs = rows.map(({ sign }) => sign).filter((sign) => sign !== null);
  expect(signs.length).toBeGreaterThan(10);
  return [name, ...signs];
}

/** The paths of the texts that contain one of the signs. */
const showing = (texts: ReadonlyMap<string, string>, signs: readonly string[]): string[] =>
  [...texts].filter(([, text]) => signs.some((sign) => text.includes(sign))).map(([path]) => path);

/** The kinds of files, such as `.pdf`, of these paths. */
const kindsOf = (paths: Iterable<string>): string[] =>
  [...new Set(Array.from(paths, (path) => /\.\w+$/.exec(path)?.[0] ?? path))].sort();

/** The files of a new export of the company. */
const exported = async ({ session }: Readers): Promise<Map<string, string>> => {
  const path = '/app/company/exports';
  const { id } = (await session.call<CompanyExportView>('POST', path)).body;
  const status = await eventually('the export has ended', async () => {
    const { data } = (await session.call<CompanyExportList>('GET', path)).body;
    return data.find((row) => row.id === id && row.status !== 'Running')?.status;
  });
  expect(status).toBe('Completed');
  const headers = { cookie: session.cookie };
  const archive = await fetch(`${api.url}${path}/${id}/archive`, { headers });
  return readArchive(Buffer.from(await archive.arrayBuffer()));
};

/** The parts of a new snapshot of the company. */
const snapshotOf = async ({ key }: Readers): Promise<Map<string, string>> => {
  const { id } = (await key.call<SnapshotView>('POST', '/v1/snapshots', { body: {} })).body;
  const { parts } = await eventually('the snapshot has ended', async () => {
    const { body } = await key.call<SnapshotView>('GET', `/v1/snapshots/${id}`);
    return body.status === 'Completed' ? body : undefined;
  });
  const headers = { authorization: `Bearer ${key.secret}` };
  const texts = new Map<string, string>();
  for (const part of parts) {
    const response = await fetch(`${api.url}/v1/snapshot-parts/${part.id}`, { headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    texts.set(part.resource, await readContent(response.headers.get('content-type'), bytes));
  }
  return texts;
};

/** The report of the operator on the chains of the company. */
const verified = async (companyId: number): Promise<Map<string, string>> => {
  const args = ['--company', String(companyId), '--list'];
  const program = launchProgram('apps/api/src/audit-verify.ts', variables, ...args);
  let text = '';
  for (const output of [program.stdout, program.stderr]) output.on('data', (chunk: Buffer) => (text += String(chunk)));
  expect([await new Promise((resolve) => program.once('close', resolve)), text]).toEqual([0, expect.any(String)]);
  return new Map([['audit-verify', text]]);
};

describe('what is written of a company in the background', () => {
  withProgram('Python', it)('shows no record of its sandbox, and that of the sandbox no other', async () => {
    // The worker has the clock of the machine.
    api.clock.set(new Date());
    const owner = await world.member(await world.company());
    const sandbox = await new Sandboxes(api, world).ready(await world.session(owner));
    const session = await world.session(owner);
    const production: Readers = {
      ...{ session, key: await world.key({ member: owner }), portal: await openPortal(api, session) },
    };
    const trial: Readers = {
      ...{ session: sandbox.within, key: sandbox.key, portal: await openPortal(api, sandbox.within) },
    };
    await recordsOfEveryKind(api, production, MARKS.production);
    await recordsOfEveryKind(api, trial, MARKS.sandbox);
    worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', { ...variables, WEBHOOKS_ENABLED: 'false' });
    const written = async (readers: Readers, companyId: number) => ({
      archive: await exported(readers),
      snapshot: await snapshotOf(readers),
      report: await verified(companyId),
    });
    const files = [await written(production, owner.companyId), await written(trial, sandbox.id)] as const;
    const signs = [await signsOf(owner.companyId, MARKS.production), await signsOf(sandbox.id, MARKS.sandbox)] as const;
    for (const [own, other] of [[0, 1] as const, [1, 0] as const]) {
      const { archive, snapshot, report } = files[own];
      for (const texts of [archive, snapshot, report]) expect(showing(texts, signs[other])).toEqual([]);
      // So each kind of file is read as it has to be. README.txt is the same for all companies.
      const kinds = kindsOf(archive.keys()).filter((kind) => kind !== '.txt');
      expect(kindsOf(showing(archive, signs[own]))).toEqual(kinds);
      const records = ['client', 'invoice', 'credit_note', 'quote'];
      expect(showing(snapshot, signs[own])).toEqual(expect.arrayContaining(records));
      expect(showing(report, signs[own])).toEqual(['audit-verify']);
      const chain = archive.get('document-chain.jsonl') ?? '';
      expect(signs[own].filter((sign) => chain.includes(sign)).length).toBeGreaterThan(5);
    }
  });
});

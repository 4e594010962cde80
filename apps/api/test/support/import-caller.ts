import type { ChildProcess } from 'node:child_process';
import type { ImportView } from '@billhook/contract/installation/import';
import type { ResultLine } from '@billhook/installation/imports/import-results';
import { eventually } from '@billhook/testing/patience';
import { inTurns } from '@billhook/testing/program';
import type { Answer } from './api.js';
import type { KeyCaller } from './world.js';

type ImportAnswer = Answer<ImportView & { code: string; detail: string; errors?: { message: string }[] }>;

export const HEADERS = 'name;email;externalId;billingAddress.country';
export const CSV = { resource: 'clients', format: 'csv', delimiter: 'semicolon', defaults: { kind: 'Business' } };

/** The body of an import with these lines below its headers. */
export const csv = (lines: readonly string[], more: object = {}): object => ({
  ...CSV,
  content: [HEADERS, ...lines].join('\n'),
  ...more,
});

/** Requests about imports with the key of a test. */
export function importCaller(key: () => KeyCaller) {
  const post = (body: object, headers = {}): Promise<ImportAnswer> =>
    key().call('POST', '/v1/imports', { body, headers });
  const find = async (id: number): Promise<ImportView> =>
    (await key().call<ImportView>('GET', `/v1/imports/${id}`)).body;
  /**
   * Imports a file of so many rows.
   * @param worker stopped as soon as some rows are written, so that it does not finish first
   * @returns its id, as soon as some of them are written
   */
  const begin = async (count: number, worker?: ChildProcess): Promise<number> => {
    worker?.kill('SIGSTOP');
    const { id } = (await post(csv(Array.from({ length: count }, (_, n) => `L${n};;${n};FR`)))).body;
    const some = async () => ((await find(id)).done > 0 ? true : undefined);
    await (worker ? inTurns('some rows', Number(worker.pid), some) : eventually('some rows', some));
    return id;
  };
  const ended = (id: number): Promise<ImportView> =>
    eventually('the import has ended', async () => {
      const row = await find(id);
      return row.status === 'Running' ? undefined : row;
    });
  const run = async (body: object): Promise<ImportView> => ended((await post(body)).body.id);
  const download = (id: number, headers = {}) => key().call('GET', `/v1/imports/${id}/results`, { headers });
  const results = async (id: number): Promise<ResultLine[]> =>
    (await download(id)).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ResultLine);
  /** The names of the clients, in the order in which they were created. */
  const names = async (): Promise<string[]> => {
    const { body } = await key().call<{ data: { name: string }[] }>('GET', '/v1/clients?sort=id&limit=100');
    return body.data.map(({ name }) => name);
  };
  return { post, find, begin, ended, run, download, results, names };
}

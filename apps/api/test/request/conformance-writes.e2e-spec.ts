import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { rowDigests } from '../support/audit-rows.js';
import { ChangedTables } from '../support/changed-tables.js';
import { DRY, dryIfTaken, forEvery, send, type Case } from '../support/conformance-cases.js';
import { startConformance, type Conformance } from '../support/conformance.js';

// One test calls all operations.
let walk: Conformance;

beforeAll(async () => {
  walk = await startConformance();
});
afterAll(() => walk.world.stop());

/** Reads come first, then edits, actions and deletions, so each finds its record as the document shows it. */
function rank({ permission, verb }: Case): number {
  if (permission === undefined || permission.endsWith('.read')) return 0;
  return ['PATCH', 'PUT', 'POST', 'DELETE'].indexOf(verb) + 1;
}

const writes = (): Case[] => walk.cases.filter((one) => one.writes).sort((a, b) => rank(a) - rank(b));

const digests = () => rowDigests(walk.world.api);

/** In sequence, because each reads the database. */
const forEveryWrite = (check: (one: Case) => Promise<void>, of = writes()) => forEvery(of, check, 1);

/** The same, for checks after which no row has changed. Names each write that changed some, with their tables. */
async function forEveryUnchanging(check: (one: Case) => Promise<void>, of: readonly Case[]): Promise<void> {
  const before = await digests();
  await ChangedTables.watch(walk.world.api, (changed) =>
    forEveryWrite(
      async (one) => {
        let names: string[] = [];
        try {
          await check(one);
        } finally {
          // Also after a failure, or the next write would get the blame.
          names = await changed.names();
        }
        expect(names).toEqual([]);
      },
      [...of],
    ),
  );
  expect(await digests()).toEqual(before);
}

/** Where the record lies that a path names: `/v1/invoices/42` of `/v1/invoices/42/send`. */
const recordOf = ({ path, at }: Case): string =>
  at
    .split('/')
    .slice(0, path.split('/').findIndex((part) => part.startsWith('{')) + 1)
    .join('/');

/** A POST only because it has a body: it changes nothing, so there is no version to compare. */
const READING = new Set(['POST /v1/webhook-endpoints/{id}/diagnose']);

describe('a stale If-Match', () => {
  const conditional = () => writes().filter(({ answers }) => '412' in answers);

  it('is 412 and changes nothing', async () => {
    await forEveryUnchanging(async (one) => {
      const answer = await send(walk.world.key, one, { headers: { 'if-match': '"999"' } });
      expect([answer.status, answer.body['code']]).toEqual([412, 'version_mismatch']);
      walk.answers.expectListed(one, answer);
    }, conditional());
  });

  it('is rejected, and the current one is accepted', async () => {
    await forEveryWrite(async (one) => {
      const got = await walk.world.key.call('GET', recordOf(one));
      const answer = await send(walk.world.key, one, {
        headers: { 'if-match': got.headers.get('etag') ?? 'no ETag', ...dryIfTaken(one) },
      });
      walk.answers.expectDone(one, answer);
    }, conditional());
  });

  it('applies to every write whose path names a record with a version, and to no other', async () => {
    const versioned: string[] = [];
    for (const one of writes().filter(({ name, namesRecord }) => namesRecord && !READING.has(name))) {
      const { body } = await walk.world.key.call('GET', recordOf(one));
      if ('version' in body) versioned.push(one.name);
    }
    expect(versioned.length).toBeGreaterThan(20);
    expect(conditional().map(({ name }) => name)).toEqual(versioned);
  });
});

describe('a dry run of the example request', () => {
  const dry = () => writes().filter(({ runsDry }) => runsDry);

  it('is 400 if its response would show data whose access must be recorded', async () => {
    const refusing = writes().filter(({ runsDry }) => !runsDry);
    expect(refusing.map(({ name }) => name).sort()).toEqual([
      'POST /v1/clients/{id}/page-link',
      'POST /v1/invoices/{id}/answering-link',
      'POST /v1/quotes/{id}/answering-link',
    ]);
    await forEveryUnchanging(async (one) => {
      const answer = await send(walk.world.key, one, { headers: DRY });
      expect([answer.status, answer.body['code']]).toEqual([400, 'bad_request']);
      walk.answers.expectListed(one, answer);
    }, refusing);
  });

  it('returns the response of the request, writes nothing and emits nothing', async () => {
    const { wakes } = walk.world.api;
    const woken = wakes.count;
    await forEveryUnchanging(async (one) => {
      const answer = await send(walk.world.key, one, { headers: DRY });
      walk.answers.expectDone(one, answer);
      expect(answer.headers.get('preference-applied')).toBe('dry-run');
    }, dry());
    expect(wakes.count).toBe(woken);
  });

  it('with an Idempotency-Key is not its stored response', async () => {
    await forEveryUnchanging(async (one) => {
      const headers = { ...DRY, 'idempotency-key': 'dry' };
      for (let time = 0; time < 2; time++) {
        const answer = await send(walk.world.key, one, { headers });
        walk.answers.expectDone(one, answer);
        expect(answer.headers.get('idempotent-replayed')).toBeNull();
      }
    }, dry());
  });

  it('is named with the tables, if it changes rows', async () => {
    const { database } = walk.world.api;
    const add = (text: string) =>
      database.query({
        name: 'test_add_to_rates',
        text: 'UPDATE tax_rates SET name = concat(name, $1::text)',
        values: [text],
      });
    const [first, second] = dry();
    if (!first || !second) throw new Error('there are no dry runs');
    const walked = forEveryUnchanging(
      (one) => add(one === second ? ' of a dry run' : '').then(() => undefined),
      [first, second],
    );
    await expect(walked).rejects.toThrow(new RegExp(`^${second.name.replaceAll(/[{}]/g, '.')}\\n.*"tax_rates"`));
    const text = `UPDATE tax_rates SET name = replace(name, ' of a dry run', '')`;
    await database.query({ name: 'test_restore_rates', text });
  });
});

/** The records as last read, and the results with an old ETag. */
const read = new Map<string, Answer>();
const stale: string[] = [];

/** Every write that changes a record changes its ETag, or an earlier reader would get 304. */
async function readRecords(written: string): Promise<void> {
  for (const one of walk.cases.filter(({ verb, path }) => verb === 'GET' && path.endsWith('}'))) {
    const [before, now] = [read.get(one.url), await send(walk.world.key, one)];
    read.set(one.url, now);
    const tags = [before, now].map((answer) => answer?.headers.get('etag'));
    if (before && before.text !== now.text && tags[0] === tags[1]) stale.push(`${one.name} after ${written}`);
  }
}

describe('the example request of every write', () => {
  const shown = ({ status, text, headers }: Answer) => ({ status, text, etag: headers.get('etag') });

  it('works as in the document; repeated under its Idempotency-Key it is performed once, and another body is rejected', async () => {
    await readRecords('nothing');
    await forEveryWrite(async (one) => {
      const headers = { 'idempotency-key': `"${one.operation.operationId}"` };
      const first = await send(walk.world.key, one, { headers });
      walk.answers.expectDone(one, first);
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      expect(first.headers.get('preference-applied')).toBeNull();

      await readRecords(one.name);
      const after = await digests();
      const again = await send(walk.world.key, one, { headers });
      walk.answers.expectDone(one, again);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(shown(again)).toEqual(shown(first));

      const other = await send(walk.world.key, one, { body: { ...(one.body ?? {}), colour: 'red' }, headers });
      expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused']);
      walk.answers.expectListed(one, other);
      expect(await digests()).toEqual(after);
    });
  });

  it('changes the ETag of every record that it changes', () => {
    expect(read.size).toBeGreaterThan(5);
    expect(stale).toEqual([]);
  });
});

import { currentCell } from '@billhook/db/current-cell';
import type { Runner, Statement } from '@billhook/db/statement';
import { openBodies, sealBodies } from '@billhook/mail/sealed-bodies';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { createLogger } from '@billhook/platform/logger';
import { seal, SEAL_PURPOSES, unseal } from '@billhook/platform/seal';
import { countSealed, Resealing } from '@billhook/webhooks/endpoints/resealing';
import {
  openHeaders,
  openSecret,
  sealHeaders,
  sealSecret,
  type StoredSecret,
} from '@billhook/webhooks/endpoints/sealed-secret.rules';
import { newSigningSecret } from '@billhook/webhooks/endpoints/secret.rules';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ResealJob } from '../../src/jobs/reseal.job.js';
import { createMember, inserted } from '../support/member-rows.js';
import { startWorker } from '../support/running-worker.js';
import { verify, World, type TestEndpoint } from '../support/world.js';

const OLD = 'an application secret for the tests only';
const NEW = 'the application secret that comes after it';
const both = new AppSecrets([NEW, OLD]);
const onlyNew = new AppSecrets([NEW]);

let world: World;
let written: string[] = [];

const logger = createLogger(
  'test',
  { LOG_LEVEL: 'info', LOG_FORMAT: 'json' },
  { write: (line) => void written.push(line) },
);

beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world.close());
afterEach(async () => {
  written = [];
  for (const table of [
    ...[
      'answering_links',
      'mails',
      'second_factors',
      'members',
      'accounts',
      'webhook_attempts',
      'webhook_deliveries',
      'events',
    ],
    ...['webhook_endpoint_stats', 'webhook_endpoint_states', 'webhook_endpoints', 'idempotency_records'],
  ]) {
    await world.sql(`DELETE FROM ${table}`);
  }
});

type Row = Awaited<ReturnType<Runner['query']>>[number];

const resealing = (runner: Runner = world.db.autocommit): Resealing =>
  new Resealing(runner, both, logger, (statement) => world.db.cells.isHere(statement));

/** In all places, as the job does. */
const reseal = async (): Promise<{ renewed: number; lost: number }> => {
  const done = await world.db.cells.everywhere(() => resealing().run());
  const sum = (name: 'renewed' | 'lost'): number => done.reduce((total, counts) => total + counts[name], 0);
  return { renewed: sum('renewed'), lost: sum('lost') };
};

/** As the command of the operator does. */
const counted = async () => {
  const { cells } = world.db;
  const count = () => countSealed(world.db, SEAL_PURPOSES, (statement) => cells.isHere(statement));
  return (await cells.everywhere(count)).flat();
};

async function stored({ id }: TestEndpoint): Promise<{ secrets: StoredSecret[]; headers: string | null }> {
  const text = 'SELECT secrets, headers FROM webhook_endpoints WHERE id = $1';
  const [row] = await world.source.query<{ secrets: StoredSecret[]; headers: string | null }[]>(text, [id]);
  if (!row) throw new Error('there is no such endpoint');
  return row;
}

async function secondFactor(secret: string): Promise<void> {
  await createMember(world);
  await world.sql(
    `INSERT INTO second_factors (account_id, secret, created_at, last_step) SELECT max(id), $1, now(), 0 FROM accounts`,
    [secret],
  );
}

const mail = (sealed: string): Promise<number> =>
  inserted(
    world,
    `INSERT INTO mails (kind, recipients, accepted, refused, from_name, subject, body_text, body_html, sealed, locale, status,
      attempts, created_by, created_at, updated_at, next_attempt_at)
      VALUES ('Notice', '["a@b.example"]', '[]', '[]', 'Billhook', 's', 't', 'h', $1, 'en', 'Pending', 0, 'system', now(), now(), now())`,
    [sealed],
  );

const sealedOf = async (table: string, column: string): Promise<string> => {
  const [row] = await world.source.query<{ sealed: string }[]>(`SELECT ${column} AS sealed FROM ${table}`);
  return row?.sealed ?? '';
};

describe('an application secret that is replaced', () => {
  it('is no longer needed when everything is re-encrypted: messages are sent and verified without it', async () => {
    const [signing, other] = [newSigningSecret(), newSigningSecret()];
    const endpoint = await world.createEndpoint('/signed', {
      ...{ secret: signing, also: [other], headers: { authorization: 'Bearer of the receiver' } },
    });
    await secondFactor(seal(world.secrets, 'second-factor', 'TOTP'));
    const until = new Date('2030-01-01T00:00:00.000Z');
    await mail(sealBodies(world.secrets, { text: 'a link', html: '<a>', until }));

    await world.sql(
      `INSERT INTO answering_links (company_id, resource, record_id, token_hash, sealed, created_at)
        VALUES ($1, 'quote', 1, '\\x00', $2, now())`,
      [world.companyId, seal(world.secrets, 'answering-link', 'token')],
    );
    const before = await stored(endpoint);
    expect(await reseal()).toEqual({ renewed: 5, lost: 0 });
    expect(await reseal()).toEqual({ renewed: 0, lost: 0 });

    const { secrets, headers } = await stored(endpoint);
    expect(secrets.map(({ sealed }) => openSecret(onlyNew, sealed))).toEqual([signing, other]);
    expect(secrets.map(({ sealed: _, ...rest }) => rest)).toEqual(before.secrets.map(({ sealed: _, ...rest }) => rest));
    expect(openHeaders(onlyNew, headers)).toEqual({ authorization: 'Bearer of the receiver' });
    expect(unseal(onlyNew, 'second-factor', await sealedOf('second_factors', 'secret'))).toBe('TOTP');
    expect(unseal(onlyNew, 'answering-link', await sealedOf('answering_links', 'sealed'))).toBe('token');
    expect(openBodies(onlyNew, await sealedOf('mails', 'sealed'))).toEqual({ text: 'a link', html: '<a>', until });

    const worker = await startWorker(world.env({ APP_SECRETS: NEW }));
    try {
      await world.record(() => void worker.engine.poke());
      const [request] = await world.receiver.waitFor('/signed', 1);
      if (!request) throw new Error('unreachable: one request was waited for');
      verify(endpoint, request);
      expect(request.headers.authorization).toBe('Bearer of the receiver');
    } finally {
      await worker.stop();
    }
  });

  it('is reported until then: what of it is left, and what expires', async () => {
    await world.createEndpoint('/x', { headers: { a: 'b' } });
    await world.sql(
      `INSERT INTO idempotency_records (company_id, integration, method, path, key, request_digest, answer, created_at)
        VALUES ($1, 'key', 'POST', '/v1/clients', 'k', '', $2, now())`,
      [world.companyId, seal(world.secrets, 'idempotent-answer', '{}')],
    );
    const left = async (): Promise<string[]> =>
      (await counted()).map(({ purpose, version, count }) => `${count} ${purpose} ${version}`);
    const [now, then] = both.versions;
    expect(await left()).toEqual([
      `1 webhook-secret ${then}`,
      `1 webhook-headers ${then}`,
      `1 idempotent-answer ${then}`,
    ]);
    await reseal();
    expect(await left()).toEqual([
      `1 webhook-secret ${now}`,
      `1 webhook-headers ${now}`,
      `1 idempotent-answer ${then}`,
    ]);
  });

  it('is replaced by two workers in parallel, and in more rows than one batch', async () => {
    const sealed = sealSecret(world.secrets, 'whsec_x');
    await world.sql(
      `INSERT INTO webhook_endpoints (company_id, url, event_types, status, secrets, version, created_at, updated_at)
        SELECT $1, 'https://x.example', '{}', 'Enabled', jsonb_build_array(jsonb_build_object('sealed', $2::text)), 1, now(), now()
        FROM generate_series(1, 450)`,
      [world.companyId, sealed],
    );
    const done = await Promise.all([reseal(), reseal()]);
    expect(done.reduce((sum, { renewed }) => sum + renewed, 0)).toBe(450);
    const counts = await counted();
    expect(counts.map(({ version, count }) => [version, count])).toEqual([[onlyNew.versions[0], 450]]);
  });

  it('keeps a change that a person makes at the same moment', async () => {
    const endpoint = await world.createEndpoint('/x', { headers: { a: 'old' } });
    const rotated = sealSecret(world.secrets, 'whsec_rotated');
    const changed = sealHeaders(world.secrets, { a: 'new' });
    const late: Runner = {
      mayWrite: true,
      query: async <T extends Row>(statement: Statement): Promise<T[]> => {
        const rows = await world.db.autocommit.query<T>(statement);
        if (statement.name === 'reseal_find_webhook-secret') {
          await world.sql(
            `UPDATE webhook_endpoints SET secrets = jsonb_set(secrets, '{0,sealed}', to_jsonb($1::text))`,
            [rotated],
          );
        }
        if (statement.name === 'reseal_find_webhook-headers') {
          await world.sql('UPDATE webhook_endpoints SET headers = $1', [changed]);
        }
        return rows;
      },
    };
    expect(await world.inCell(() => resealing(late).run())).toEqual({ renewed: 0, lost: 0 });
    const { secrets, headers } = await stored(endpoint);
    expect([secrets[0]?.sealed, headers]).toEqual([rotated, changed]);
    expect(await reseal()).toEqual({ renewed: 2, lost: 0 });
    expect(openHeaders(onlyNew, (await stored(endpoint)).headers)).toEqual({ a: 'new' });
  });

  it('that is removed too early makes its data unreadable, with an error', async () => {
    const lost = await world.createEndpoint('/lost');
    await world.sql('UPDATE webhook_endpoints SET secrets = $1', [
      JSON.stringify([{ sealed: sealSecret(new AppSecrets(['a secret that is no longer known']), 'whsec_x') }]),
    ]);
    const kept = await world.createEndpoint('/kept');
    expect(await reseal()).toEqual({ renewed: 1, lost: 1 });
    expect(written.join('')).toContain(
      'encrypted with a secret that is not in APP_SECRETS: signing secrets of webhooks',
    );
    const [secret] = (await stored(kept)).secrets;
    expect(openSecret(onlyNew, secret?.sealed ?? '')).toMatch(/^whsec_/);
    expect((await stored(lost)).secrets).toHaveLength(1);
  });
});

describe('ResealJob', () => {
  const said = (): number => written.filter((line) => line.includes('admin sealed-with')).length;

  it('logs once that nothing is left, and again after it had something to do', async () => {
    const job = new ResealJob({ run: reseal }, 2, logger);
    await job.run();
    await job.run();
    expect(said()).toBe(1);
    await world.createEndpoint('/x');
    await job.run();
    expect(said()).toBe(2);
  });

  it('works in each place, also after one that does not respond, and logs nothing then', async () => {
    const worked: (number | undefined)[] = [];
    const run = async () => {
      worked.push(currentCell());
      if (currentCell() === 1) throw new Error('no server');
      return { renewed: 1, lost: 0 };
    };
    const job = new ResealJob({ run }, 2, logger, { places: [undefined, 1, 2] });
    await expect(job.run()).rejects.toThrow('no server');
    expect([worked, said()]).toEqual([[undefined, 1, 2], 0]);
  });

  it('logs nothing with one secret, or if something cannot be decrypted', async () => {
    await new ResealJob({ run: reseal }, 1, logger).run();
    await new ResealJob({ run: async () => ({ renewed: 0, lost: 1 }) }, 2, logger).run();
    expect(said()).toBe(0);
  });
});

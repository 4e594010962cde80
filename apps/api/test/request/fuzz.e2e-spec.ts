import { loadFuzzEnv } from '@billhook/platform/spec-env';
import { isFullRun } from '@billhook/testing/full-run';
import { CELL_SCHEMAS, storedTable } from '@billhook/testing/own-tables';
import { inFullRun } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { describeApi, type Schema } from '../support/fuzz-document.js';
import { render } from '../support/fuzz-report.js';
import { fuzz, FUZZ_SETTINGS } from '../support/fuzz-run.js';

/** The same requests each time; FUZZ_SEED=7 sends others. `npm run fuzz` sends many more. */
const { FUZZ_SEED: seed } = loadFuzzEnv();
const REQUESTS = isFullRun ? 1_500 : 200;

describe('every body', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start(FUZZ_SETTINGS);
  });
  afterAll(() => api.stop());

  it('limits its items and the free members of the caller, and is rejected before they are checked', async () => {
    const { operations, schemas } = await describeApi(api);
    const seen = new Set<Schema>();
    const unbounded: string[] = [];
    const walk = (schema: Schema | undefined, place: string): void => {
      if (!schema || seen.has(schema)) return;
      seen.add(schema);
      const { $ref, items, maxItems, properties = {}, additionalProperties, maxProperties } = schema;
      if ($ref !== undefined) walk(schemas[$ref.split('/').at(-1) ?? ''], place);
      if (items && maxItems === undefined) unbounded.push(place);
      if (typeof additionalProperties === 'object' && maxProperties === undefined) unbounded.push(place);
      walk(items, `${place}[]`);
      for (const form of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((forms) => forms ?? [])) walk(form, place);
      for (const [name, member] of Object.entries(properties)) walk(member, `${place}.${name}`);
    };
    for (const { method, path, body } of operations) walk(body, `${method} ${path}`);
    expect(seen.size).toBeGreaterThan(200);
    expect(unbounded).toEqual([]);
  });

  it('defines the allowed characters of its texts', async () => {
    const { operations, schemas } = await describeApi(api);
    const seen = new Set<Schema>();
    const open = new Set<string>();
    const walk = (schema: Schema | undefined, name: string): void => {
      if (!schema || seen.has(schema)) return;
      seen.add(schema);
      const { $ref, type, maxLength, pattern, format, items, properties = {}, additionalProperties } = schema;
      if ($ref !== undefined) walk(schemas[$ref.split('/').at(-1) ?? ''], name);
      if (type === 'string' && maxLength !== undefined && pattern === undefined && format === undefined) open.add(name);
      walk(items, name);
      if (typeof additionalProperties === 'object') walk(additionalProperties, name);
      for (const form of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((forms) => forms ?? [])) walk(form, name);
      for (const [member, of] of Object.entries(properties)) walk(of, member);
    };
    for (const { path, body } of operations) walk(body, path);
    // A pattern of numbers has its own rules.
    open.delete('pattern');
    // Compared with stored values byte for byte, and never shown.
    const compared = ['password', 'newPassword', 'currentPassword', 'token', 'secret', 'key', 'code', 'clientIds'];
    // The check of a verification reads these byte for byte, and stores nothing.
    const checked = ['webhookId', 'webhookTimestamp', 'webhookSignature', 'body', 'computedSignature'];
    // These are rejected by their form, whatever characters they have.
    const formed = ['vatNumber', 'redirectUris'];
    expect([...open].filter((name) => ![...compared, ...checked, ...formed].includes(name))).toEqual([]);
  });
});

describe('requests generated from the OpenAPI document', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start(FUZZ_SETTINGS);
  });
  afterAll(() => api.stop());

  it('all get a response, and none a server error', async () => {
    const report = await fuzz(api, { requests: REQUESTS, seed });
    if (report.faults.length > 0) throw new Error(render(report));
    expect(report.requests).toBeGreaterThanOrEqual(REQUESTS);
    // A run of only rejected requests would prove little.
    const accepted = Object.values(report.byRoute).reduce((sum, route) => sum + route.accepted, 0);
    expect(accepted).toBeGreaterThan(REQUESTS / 3);
  });
});

/** What the planted constraint rejects, as the API names it. */
const PLANTED = ['phone', 'notes', 'tradingName', 'firstName', 'buyerReference'];

// Proves the fuzzer, not the API.
inFullRun(describe)('faults that were put in', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start(FUZZ_SETTINGS);
  });
  afterAll(() => api.stop());

  const plant = (sql: string): Promise<void> =>
    withClient(api.databaseUrl, async (client) => void (await client.query(sql)));

  it('are found, and shrunk to minimal requests', async () => {
    await plant(`
      -- What the schema takes and the server falls over: one of several optional properties.
      ALTER TABLE ${storedTable('clients')} ADD CONSTRAINT planted CHECK (num_nonnulls(phone, notes, trading_name, first_name, buyer_reference) = 0);
      -- A change without an event, and one in another company.
      CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.version > 1 THEN UPDATE ${storedTable('companies')} SET phone = NEW.updated_at::text WHERE id <> NEW.company_id; END IF;
        UPDATE clients SET version = version + 1 WHERE id = NEW.client_id; RETURN NULL; END $$;
      ${CELL_SCHEMAS.map((cell) => `CREATE TRIGGER planted AFTER UPDATE ON ${cell}.invoices FOR EACH ROW EXECUTE FUNCTION planted();`).join('\n')}`);
    const { faults } = await fuzz(api, { requests: 1_500, seed: 4, shrinkMs: 3_000 });
    const rules = faults.map(({ rule }) => rule);
    expect(rules).toEqual(
      expect.arrayContaining([
        'never a server error',
        'no row of another company is touched',
        'a version for every line of the timeline',
        'every change of a record is a version and a line of its timeline',
      ]),
    );
    const { replay = '' } = faults.find(({ what }) => what.includes('"instance":"/v1/clients"')) ?? {};
    const [, body = ''] = /--data-binary '(.*)'$/.exec(replay) ?? [];
    // Bodies are built around the example of the document, which has five properties: that, and one that is too many.
    const names = Object.keys(JSON.parse(body) as object);
    expect(names.length).toBeLessThanOrEqual(6);
    expect(names.filter((name) => PLANTED.includes(name))).toHaveLength(1);
  });
});

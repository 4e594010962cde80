import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { createPlainRenderer } from '../content/markdown.js';
import { operationsOf, type ApiOperation, type PublishedDocument } from '../openapi/api-operations.js';
import { changelogEntries, changelogFeed } from './changelog-feed.js';
import { downloadFiles } from './downloads.js';

interface BrunoSchema {
  validate(collection: unknown): Promise<unknown>;
}
const { collectionSchema } = createRequire(import.meta.url)('@usebruno/schema') as { collectionSchema: BrunoSchema };

const named = { key: z.string().min(1), value: z.string() };
const QueryParam = z.strictObject({ ...named, description: z.string(), disabled: z.boolean() });
const Variable = z.strictObject({ ...named, description: z.string() });
const Auth = z.union([
  z.strictObject({ type: z.literal('noauth') }),
  z.strictObject({
    type: z.literal('bearer'),
    bearer: z.array(z.strictObject({ ...named, type: z.literal('string') })),
  }),
]);

/** The parts of version 2.1 of the format that we write. */
const PostmanRequest = z.strictObject({
  name: z.string().min(1),
  request: z.strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    description: z.string(),
    auth: Auth.optional(),
    header: z.array(z.strictObject(named)),
    url: z.strictObject({
      raw: z.string().startsWith('{{baseUrl}}/v1/'),
      host: z.tuple([z.literal('{{baseUrl}}')]),
      path: z.array(z.string().regex(/^(:\w+|[\w.-]+)$/)),
      query: z.array(QueryParam),
      variable: z.array(Variable),
    }),
    body: z
      .strictObject({
        mode: z.literal('raw'),
        raw: z.string(),
        options: z.strictObject({ raw: z.strictObject({ language: z.literal('json') }) }),
      })
      .optional(),
  }),
});
const PostmanCollection = z.strictObject({
  info: z.strictObject({ name: z.string().min(1), description: z.string(), schema: z.url() }),
  auth: Auth,
  variable: z.array(z.strictObject({ ...named, type: z.literal('string') })),
  item: z.array(z.strictObject({ name: z.string(), description: z.string(), item: z.array(PostmanRequest) })),
});

let document: PublishedDocument;
let operations: readonly ApiOperation[];
let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')) as PublishedDocument;
  operations = operationsOf(document);
  files = new Map(downloadFiles(document, operations));
});

const file = (name: string) => files.get(name) ?? '';

describe('the downloads', () => {
  it('have the OpenAPI document as JSON and as YAML', () => {
    expect(JSON.parse(file('openapi.json'))).toEqual(document);
    expect(parse(file('openapi.yaml'), { maxAliasCount: 0 })).toEqual(document);
  });

  it('have a Postman collection with every operation, its example and its credential', () => {
    const { item } = PostmanCollection.parse(JSON.parse(file('billhook.postman_collection.json')));
    const requests = item.flatMap((folder) => folder.item);
    expect(requests.map(({ name }) => name).sort()).toEqual(operations.map(({ summary }) => summary).sort());
    for (const { method, path, body, guarded, summary } of operations) {
      const place = path.slice(1).replace(/\{(\w+)\}/g, ':$1');
      const found = requests.find(({ request }) => request.method === method && request.url.path.join('/') === place);
      expect(found?.name).toBe(summary);
      expect([summary, found?.request.auth?.type]).toEqual([summary, guarded ? undefined : 'noauth']);
      if (body?.example !== undefined) expect(JSON.parse(found?.request.body?.raw ?? '')).toEqual(body.example);
    }
  });

  it('have a Bruno collection that the schema of Bruno accepts, with every operation', async () => {
    const collection = JSON.parse(file('billhook.bruno.json')) as {
      items: { items: { name: string; uid: string }[] }[];
    };
    await expect(collectionSchema.validate(collection)).resolves.toBeDefined();
    const requests = collection.items.flatMap(({ items }) => items);
    expect(requests.map(({ name }) => name).sort()).toEqual(operations.map(({ summary }) => summary).sort());
    expect(new Set(requests.map(({ uid }) => uid)).size).toBe(requests.length);
  });
});

describe('the changelog', () => {
  const changelog = () => readFile(new URL('../../guides/changelog.md', import.meta.url), 'utf8');

  it('begins with the version of the product, and goes back in time', async () => {
    const entries = changelogEntries(await changelog());
    const manifest = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ version: entries[0]?.version });
    const dates = entries.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('is a feed with an entry for each version', async () => {
    const markdown = await changelog();
    const feed = changelogFeed(markdown, createPlainRenderer());
    expect(feed.match(/<entry>/g)).toHaveLength(changelogEntries(markdown).length);
    expect(feed).toMatch(/^<\?xml [^]*<updated>\d{4}-\d\d-\d\dT00:00:00Z<\/updated>[^]*<\/feed>\n$/);
    const [{ version, date } = { version: '', date: '' }] = changelogEntries(markdown);
    expect(feed).toContain(`href="/docs/changelog/#${version}-${date}"`);
    expect(feed.replace(/<[^>]+>/g, '')).not.toContain('<');
  });

  it('leaves out what is not released', () => {
    const released = '## 0.2.0, 2026-12-01\n\nText';
    expect(changelogEntries(`# Changelog\n\n## Unreleased\n\nMore\n\n${released}`)).toEqual(changelogEntries(released));
    expect(() => changelogEntries(`${released}\n\n## Unreleased\n\nMore`)).toThrow('has the heading "Unreleased"');
  });

  it('rejects a heading without a version and a day', () => {
    expect(() => changelogEntries('# Changelog\n\n## Soon\n\nText')).toThrow('has the heading "Soon"');
  });
});

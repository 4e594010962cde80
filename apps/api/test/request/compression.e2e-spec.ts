import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { clientBody } from '../support/bodies.js';
import { startWithKey } from '../support/start.js';

const { api, key, records } = await startWithKey();

const apps = new URL('../../../', import.meta.url);

beforeAll(async () => {
  await records.draft();
});

describe('the JSON of a response', () => {
  const of = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    key.call<{ id: number }>(method, path, { headers });

  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'gzip'],
    ['identity', null],
  ])('is compressed for %s, with the same entity tag in every encoding', async (accepted, coding) => {
    const plain = await of('/v1/invoices', { 'accept-encoding': 'identity' });
    const answer = await of('/v1/invoices', { 'accept-encoding': accepted });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, coding]);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(answer.text).toBe(plain.text);
    expect(answer.headers.get('etag')).toBe(plain.headers.get('etag'));
    const size = Number(answer.headers.get('content-length'));
    if (coding !== null) expect(size).toBeLessThan(Buffer.byteLength(answer.text) / 2);
    else expect(size).toBe(Buffer.byteLength(answer.text));
    const head = await of('/v1/invoices', { 'accept-encoding': accepted }, 'HEAD');
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary']) {
      expect([name, head.headers.get(name)]).toEqual([name, answer.headers.get(name)]);
    }
  });

  it('is compressed with Brotli if it is long, and with gzip for those who do not accept it', async () => {
    const plain = await of('/v1/openapi.json', { 'accept-encoding': 'identity' });
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, br;q=0', 'gzip'],
    ] as const) {
      const answer = await of('/v1/openapi.json', { 'accept-encoding': accepted });
      expect([answer.headers.get('content-encoding'), answer.headers.get('etag')]).toEqual([
        coding,
        plain.headers.get('etag'),
      ]);
      expect(answer.text).toBe(plain.text);
    }
  });

  it('is 304 for a caller that has it, and its entity tag works in If-Match with any encoding', async () => {
    const { id } = await records.client();
    const read = await of(`/v1/clients/${id}`, { 'accept-encoding': 'gzip' });
    const etag = read.headers.get('etag') ?? '';
    for (const accepted of ['gzip', 'identity']) {
      const again = await of(`/v1/clients/${id}`, { 'accept-encoding': accepted, 'if-none-match': etag });
      expect([again.status, again.headers.get('etag'), again.headers.get('vary')]).toEqual([
        304,
        etag,
        expect.stringContaining('Accept-Encoding'),
      ]);
      expect(again.headers.get('content-encoding')).toBeNull();
    }
    const changed = await key.call('PATCH', `/v1/clients/${id}`, {
      headers: { 'if-match': etag },
      body: { notes: 'x' },
    });
    expect(changed.status).toBe(200);
  });

  it('is sent uncompressed if it is small, an error, or the response to a write', async () => {
    const accept = { 'accept-encoding': 'br, gzip' };
    const small = await of('/v1/quotes?limit=1', accept);
    expect([small.status, small.headers.get('content-encoding')]).toEqual([200, null]);
    const refused = await of('/v1/clients?sort=nothing', accept);
    expect([refused.status, refused.headers.get('content-encoding')]).toEqual([400, null]);
    const made = await key.call('POST', '/v1/clients', { headers: accept, body: clientBody });
    expect([made.status, made.headers.get('content-encoding')]).toEqual([201, null]);
  });

  it('is sent uncompressed if it contains a secret, whose length must not be visible', async () => {
    const body = { url: 'https://example.com/hooks', eventTypes: ['invoice.paid'], description: 'x'.repeat(200) };
    const { id } = (await key.call<{ id: number }>('POST', '/v1/webhook-endpoints', { body })).body;
    for (let rotations = 0; rotations < 9; rotations++) {
      await key.call('POST', `/v1/webhook-endpoints/${id}/rotate-secret`, { body: { overlapHours: 24 } });
    }
    const secret = await of(`/v1/webhook-endpoints/${id}/secret`, { 'accept-encoding': 'br, gzip' });
    expect([secret.status, secret.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect([secret.text.length > 1024, secret.headers.get('content-encoding')]).toEqual([true, null]);
  });

  it('does not affect streams and files', async () => {
    const accept = { 'accept-encoding': 'br, gzip' };
    const stream = await of('/v1/events/stream', accept);
    expect([stream.status, stream.headers.get('content-encoding')]).toEqual([200, null]);
    const { id } = await records.sent();
    const pdf = await of(`/v1/invoices/${id}/pdf`, accept);
    expect([pdf.headers.get('content-type'), pdf.headers.get('content-encoding')]).toEqual(['application/pdf', null]);
  });
});

describe('a part of a file', () => {
  const file = `/settings/assets/${readdirSync(new URL('settings/dist/assets/', apps)).find((name) => name.endsWith('.js'))}`;
  const part = (range: string, coding = 'identity') =>
    fetch(api.url + file, { headers: { range, 'accept-encoding': coding } });
  const whole = async () => Buffer.from(await (await part('', 'identity')).arrayBuffer());

  it.each([
    ['the first bytes', 'bytes=0-9', (bytes: Buffer) => bytes.subarray(0, 10), (size: number) => `bytes 0-9/${size}`],
    ['the rest', 'bytes=10-', (bytes: Buffer) => bytes.subarray(10), (size: number) => `bytes 10-${size - 1}/${size}`],
    [
      'the end',
      'bytes=-5',
      (bytes: Buffer) => bytes.subarray(-5),
      (size: number) => `bytes ${size - 5}-${size - 1}/${size}`,
    ],
  ])('206 for %s', async (_, range, expected, described) => {
    const bytes = await whole();
    const answer = await part(range);
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, described(bytes.length)]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(expected(bytes));
  });

  it('416 beyond the end, with the size', async () => {
    const { length } = await whole();
    const answer = await part(`bytes=${length}-`);
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${length}`]);
  });

  it('200 for a range that is not one', async () => {
    expect((await part('lines=1-2')).status).toBe(200);
  });
});

describe('the compressed copies of a site', () => {
  it('are written for texts worth it, not again while they are current, and again after a change', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'billhook-copies-'));
    const compress = () =>
      promisify(execFile)(process.execPath, [fileURLToPath(new URL('../tools/precompress.ts', apps)), folder]);
    const text = 'A page. '.repeat(500);
    for (const name of ['index.html', 'other.js', 'picture.png']) await writeFile(join(folder, name), text);
    await writeFile(join(folder, 'small.css'), 'a{}');
    await compress();
    const copies = ['index.html', 'other.js'].flatMap((name) => [name, `${name}.br`, `${name}.gz`]);
    expect((await readdir(folder)).toSorted()).toEqual([...copies, 'picture.png', 'small.css'].toSorted());
    const read = async (name: string) => readFile(join(folder, name));
    expect(brotliDecompressSync(await read('index.html.br')).toString()).toBe(text);
    expect(gunzipSync(await read('other.js.gz')).toString()).toBe(text);
    await writeFile(join(folder, 'index.html.br'), 'kept');
    const later = new Date(Date.now() + 60_000);
    await writeFile(join(folder, 'other.js'), `${text}!`);
    await utimes(join(folder, 'other.js'), later, later);
    await compress();
    expect((await read('index.html.br')).toString()).toBe('kept');
    expect(brotliDecompressSync(await read('other.js.br')).toString()).toBe(`${text}!`);
    await rm(folder, { recursive: true });
  });
});

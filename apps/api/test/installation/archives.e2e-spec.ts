import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ArchiveIndex, type PackageArchive } from '@billhook/contract/installation/archives';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { ServedArchivesRepository } from '@billhook/installation/archives/served-archives.repository';
import { findPython } from '@billhook/testing/python';
import { unless } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { archivesIn, writeArchives } from '../../../docs/src/downloads/archives.js';
import { ArchivesService } from '../../src/installation/archives/archives.service.js';
import { DOCS } from '../../src/request/static/static-pages.hooks.js';
import { TestApi } from '../support/api.js';
import { startApi } from '../support/start.js';

/*
 * The archives of the built documentation are release A. Release B has other bytes under the same names, and is another process on the
 * same database.
 */

const run = promisify(execFile);
const noLimit = (): Promise<void> => Promise.resolve();
const python = await findPython();
const api = await startApi();

let archives: readonly PackageArchive[];
let client: PackageArchive;
let wheel: PackageArchive;
/** Empty folders: one for release B, and one for each installation. */
const folders: string[] = [];

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'billhook-archives-'));
  folders.push(folder);
  return folder;
}

const named = (all: readonly PackageArchive[], file: RegExp): PackageArchive => {
  const found = all.find((each) => file.test(each.file));
  if (!found) throw new Error(`no archive ${file}: run npm run build`);
  return found;
};

beforeAll(async () => {
  ({ archives } = ArchiveIndex.parse(JSON.parse(await readFile(join(DOCS, 'archives.json'), 'utf8'))));
  [client, wheel] = [named(archives, /^billhook-sdk/), named(archives, /\.whl$/)];
  await api.app.get(ArchivesService).store();
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe('an archive', () => {
  it('429 for many requests that read the database, and 200 for those of this release', async () => {
    const limited = await TestApi.beside(api, { RATE_LIMIT_PUBLIC: '1' });
    await limited.app.get(ArchivesService).store();
    const other = `/docs/archives/${'0'.repeat(16)}/${client.name}`;
    const statuses = [];
    for (const path of [other, other, '/docs/billhook-9.9.9-py3-none-any.whl', client.path, `/docs/${client.file}`])
      statuses.push((await limited.call('GET', path)).status);
    await limited.stop();
    expect(statuses).toEqual([404, 429, 429, 200, 302]);
  });

  it('404 for one that was never served', async () => {
    const paths = [
      `/docs/archives/${'0'.repeat(16)}/${client.name}`,
      `/docs/archives/${client.digest}/${wheel.name}`,
      `/docs/archives/${client.digest}/..%2f${client.name}`,
      '/docs/archives/%00/%00',
    ];
    for (const path of paths) {
      const { status, body } = await api.call<ProblemView>('GET', path);
      expect([path, status, body.code]).toEqual([path, 404, 'route_not_found']);
    }
    for (const file of ['billhook-9.9.9-py3-none-any.whl', 'other.tgz'])
      expect([file, (await api.call('GET', `/docs/${file}`)).status]).toEqual([file, 404]);
  });

  it('200 with its bytes and its digest, for ever', async () => {
    for (const { path, sha256, digest, bytes, name } of archives) {
      const response = await fetch(api.url + path);
      const content = Buffer.from(await response.arrayBuffer());
      expect([name, response.status, content.length]).toEqual([name, 200, bytes]);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': name.endsWith('.whl') ? 'application/zip' : 'application/gzip',
        etag: `"${digest}"`,
        'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      });
      const known = { headers: { 'if-none-match': `"${digest}"` } };
      expect((await fetch(api.url + path, known)).status).toBe(304);
      expect((await fetch(api.url + path, { method: 'HEAD' })).headers.get('content-length')).toBe(String(bytes));
    }
  });

  it('302 from its name without a digest', async () => {
    for (const { file, path } of archives) {
      const { status, headers } = await api.call('GET', `/docs/${file}`);
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, path, 'no-cache']);
    }
  });

  it('is stored once, by any number of processes', async () => {
    await Promise.all([1, 2].map(() => api.app.get(ArchivesService).store()));
    const text = 'SELECT digest FROM served_archives';
    expect(await api.database.query({ name: '', text })).toHaveLength(archives.length);
  });
});

/** Archives with the same content and other bytes. @returns the folder of their documentation */
async function packReleaseB(): Promise<string> {
  const [packed, docs] = [await emptyFolder(), await emptyFolder()];
  for (const { file, path } of archives) {
    const content = await readFile(join(DOCS, path.slice('/docs/'.length)));
    // A wheel is a zip archive, which may have bytes before its entries.
    const other = file.endsWith('.tgz') ? gzipSync(gunzipSync(content), { level: 1 }) : Buffer.concat([NOTE, content]);
    await writeFile(join(packed, file), other);
  }
  await writeArchives(packed, docs, await archivesIn(packed, '0.1.0'));
  return docs;
}

const NOTE = Buffer.from('another release');

describe('after an upgrade', () => {
  let releaseB: TestApi;
  /** The address of the installation, which stays the same. */
  let proxy: Server;
  let origin: string;
  let upstream = api.url;

  beforeAll(async () => {
    proxy = createServer((incoming, response) => {
      const options = { method: incoming.method, headers: incoming.headers };
      const outgoing = send(new URL(incoming.url ?? '/', upstream), options, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      incoming.pipe(outgoing);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    releaseB = await TestApi.beside(api);
    api.clock.advance(1_000);
    await releaseB.app.get(ArchivesService).store(await packReleaseB());
  });
  afterAll(async () => {
    proxy.close();
    await releaseB.stop();
  });

  /** npm with an empty cache. */
  const npm = async (folder: string, ...args: string[]) =>
    run('npm', [...args, '--no-audit', '--no-fund', '--cache', await emptyFolder()], { cwd: folder });

  it('the lock file of npm installs the same bytes', async () => {
    upstream = api.url;
    const project = await emptyFolder();
    await npm(project, 'install', origin + client.path);
    const lock = await readFile(join(project, 'package-lock.json'), 'utf8');
    expect(lock).toContain(origin + client.path);

    upstream = releaseB.url;
    const present = (await fetch(`${origin}/docs/${client.file}`)).url;
    expect(present).toMatch(/\/docs\/archives\/[0-9a-f]{16}\/billhook-sdk-[\d.]+\.tgz$/);
    expect(present).not.toBe(origin + client.path);
    const clone = await emptyFolder();
    for (const file of ['package.json', 'package-lock.json']) await cp(join(project, file), join(clone, file));
    await npm(clone, 'ci');
    expect(await readFile(join(clone, 'node_modules/@billhook/sdk/README.md'), 'utf8')).toContain('Billhook');
    // Without the versioned address, npm rejects the archive of the new release.
    const unversioned = lock.replaceAll(client.path, `/docs/${client.file}`);
    await writeFile(join(clone, 'package-lock.json'), unversioned);
    const manifest = (await readFile(join(clone, 'package.json'), 'utf8')).replaceAll(
      client.path,
      `/docs/${client.file}`,
    );
    await writeFile(join(clone, 'package.json'), manifest);
    await expect(npm(clone, 'ci')).rejects.toThrow('EINTEGRITY');
  });

  unless(python.path ? undefined : python.missing, it)('requirements with hashes install the same wheel', async () => {
    const folder = await emptyFolder();
    const install = async (target: string) => {
      const args = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', '--no-cache-dir', '--target', target];
      await run(python.path ?? '', [...args, '--require-hashes', '-r', 'requirements.txt'], { cwd: folder });
    };
    await writeFile(
      join(folder, 'requirements.txt'),
      `billhook @ ${origin}${wheel.path} --hash=sha256:${wheel.sha256}\n`,
    );
    for (const release of [api, releaseB]) {
      upstream = release.url;
      await install(await emptyFolder());
    }
    // The name of the wheel leads to that of the present release, which has another hash.
    const requirement = `billhook @ ${origin}/docs/${wheel.file} --hash=sha256:${wheel.sha256}\n`;
    await writeFile(join(folder, 'requirements.txt'), requirement);
    await expect(install(await emptyFolder())).rejects.toThrow('DO NOT MATCH THE HASHES');
  });

  it('the name of a wheel leads to the last one that was stored, also in a release without it', async () => {
    const { headers } = await releaseB.call('GET', `/docs/${wheel.file}`);
    const laterRelease = new ArchivesService(releaseB.app.get(ServedArchivesRepository), api.clock);
    expect(await laterRelease.addressOf(wheel.file, noLimit)).toBe(headers.get('location'));
    expect(await laterRelease.addressOf(client.file, noLimit)).toBeUndefined();
  });
});

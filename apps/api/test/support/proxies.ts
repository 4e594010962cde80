import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { end } from '@billhook/testing/program';

const read = (file: string): string => readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8');

/** A part of a file in `deploy`, replaced for the specs. */
type Replacement = readonly [RegExp, string];

function replaced(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((before, [part, by]) => {
    if (before.search(part) < 0) throw new Error(`the configuration does not contain ${part}`);
    return before.replace(part, by);
  }, text);
}

/** How long Caddy tries to reach a process: on a busy machine, one takes longer than 10 s until it listens. */
const PATIENT = '120s';

/** The lines that the file names for several processes. */
const FOR_SEVERAL: Replacement = [/# (?=lb_policy|health_uri|health_interval|health_timeout|fail_duration)/g, ''];

interface ProxyPlace {
  readonly port: number;
  readonly upstreams: readonly string[];
  readonly folder: string;
  readonly tries: string;
}

/** The documented configurations, without TLS, for processes at these addresses. Both proxies compress, as an operator may configure them. */
const CONFIGURATIONS = {
  nginx: ({ port, upstreams, folder }: ProxyPlace) => {
    const site = replaced(read('nginx.conf'), [
      [/(?:\tserver 127\S+ .*\n)+/, upstreams.map((at) => `\tserver ${at} max_fails=1 fail_timeout=1s;\n`).join('')],
      [/access_log \S+/, `access_log ${folder}/access.log`],
      [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
      [/\tssl_certificate .*\n\tssl_certificate_key .*\n/, ''],
    ]);
    // Without a user, the processes of root would run as one that may not write here.
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    return `${user} daemon off; pid ${folder}/pid; error_log stderr warn; events {}
http { access_log off; ${folders.join(' ')} gzip on; gzip_proxied any; gzip_min_length 1; gzip_types application/json;\n${site}}`;
  },
  Caddy: ({ port, upstreams, folder, tries }: ProxyPlace) =>
    replaced(read('Caddyfile'), [
      // With a log of requests, as an operator may add one.
      [/^\{\n/m, `{\n\tadmin off\n\tstorage file_system ${folder}\n\tauto_https off\n`],
      [
        /^\{\$BILLHOOK_DOMAIN:localhost\} \{/m,
        `http://127.0.0.1:${port} {\n\tlog\n\tencode {\n\t\tgzip\n\t\tminimum_length 1\n\t}`,
      ],
      [/\{\$BILLHOOK_API:api:3000\}/, upstreams.join(' ')],
      [/lb_try_duration 10s/, `lb_try_duration ${tries}`],
      ...(upstreams.length > 1 ? [FOR_SEVERAL] : []),
    ]),
} as const;

export type ProxyName = keyof typeof CONFIGURATIONS;

/** A proxy of the machine with the configuration of `deploy`. */
export class InstalledProxy {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly url: string,
    private readonly output: () => string,
  ) {}

  /** What the proxy has written about requests. */
  log(): string {
    const file = join(this.folder, 'access.log');
    return this.output() + (existsSync(file) ? readFileSync(file, 'utf8') : '');
  }

  /**
   * @param upstreams the API processes, each as host and port
   * @param tries how long Caddy tries to reach one of them
   */
  static async start(name: ProxyName, upstreams: readonly string[], tries = PATIENT): Promise<InstalledProxy> {
    const folder = mkdtempSync(join(tmpdir(), 'billhook-proxy-'));
    const port = await freePort();
    const file = join(folder, 'configuration');
    writeFileSync(file, CONFIGURATIONS[name]({ port, upstreams, folder, tries }));
    // Caddy saves its configuration in the folder of the user.
    const child =
      name === 'nginx'
        ? spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr'])
        : spawn('env', [`XDG_CONFIG_HOME=${folder}`, 'caddy', 'run', '--config', file, '--adapter', 'caddyfile']);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const proxy = new InstalledProxy(child, folder, `http://127.0.0.1:${port}`, () => output);
    try {
      await eventually(`${name} responds`, async () => {
        if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`);
        return fetch(`${proxy.url}/health/live`).then(
          ({ ok }) => ok || undefined,
          () => undefined,
        );
      });
    } catch (error) {
      await proxy.stop();
      throw error;
    }
    return proxy;
  }

  async stop(): Promise<void> {
    await end(this.child, 'SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

import { spawnSync } from 'node:child_process';

interface InstalledProgram {
  readonly command: readonly [string, ...string[]];
  /** Its version in the output of the command. */
  readonly version: RegExp;
  /** What a run without it leaves out. */
  readonly without: string;
}

/** The programs of the machine that specs run for real. Each spec asks here whether it is installed, and the end of a run lists them. */
export const PROGRAMS = {
  Redis: {
    command: ['redis-server', '--version'],
    version: /v=([\d.]+)/,
    without: 'the queue, the signals, the rate limits and their faults on Redis',
  },
  nginx: {
    command: ['nginx', '-v'],
    version: /nginx\/([\d.]+)/,
    without: 'errors, conditional requests and restarts behind nginx',
  },
  Caddy: {
    command: ['caddy', 'version'],
    version: /v?([\d.]+)/,
    without: 'errors, conditional requests and restarts behind Caddy',
  },
  promtool: {
    command: ['promtool', '--version'],
    version: /version ([\d.]+)/,
    without: 'the alert rules as Prometheus evaluates them',
  },
  curl: {
    command: ['curl', '--version'],
    version: /curl ([\d.]+)/,
    without: 'the quickstart and the snippets in curl',
  },
  bash: { command: ['bash', '--version'], version: /version ([\d.]+)/, without: 'the check of snippets in curl' },
  Python: {
    command: ['python3', '--version'],
    version: /Python ([\d.]+)/,
    without: 'the Python client, snippets in Python, and archives as another program reads them',
  },
  cryptography: {
    command: ['python3', '-c', 'import cryptography; print(cryptography.__version__)'],
    version: /([\d.]+)/,
    without: 'signatures with a public key in Python',
  },
  Go: { command: ['go', 'version'], version: /go([\d.]+)/, without: 'snippets and receivers in Go' },
  PHP: { command: ['php', '--version'], version: /PHP ([\d.]+)/, without: 'snippets in PHP' },
  Ruby: { command: ['ruby', '--version'], version: /ruby ([\d.]+)/, without: 'snippets in Ruby' },
  Java: { command: ['javac', '-version'], version: /javac ([\d.]+)/, without: 'snippets and receivers in Java' },
} as const satisfies Record<string, InstalledProgram>;

export type ProgramName = keyof typeof PROGRAMS;

const versions = new Map<ProgramName, string | undefined>();

/** The installed version, such as `7.0.15`. Undefined if the program is not installed. */
export function installedVersion(name: ProgramName): string | undefined {
  if (!versions.has(name)) versions.set(name, askVersion(PROGRAMS[name]));
  return versions.get(name);
}

export function isInstalled(name: ProgramName): boolean {
  return installedVersion(name) !== undefined;
}

function askVersion({ command: [program, ...args], version }: InstalledProgram): string | undefined {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  // A version manager has commands of languages that it has not installed; they fail.
  if (status !== 0) return undefined;
  return version.exec(stdout + stderr)?.[1] ?? 'of unknown version';
}

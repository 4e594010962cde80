import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, ensureInstalled } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { fail, Fault } from './lib/say.mjs';

/*
 * `npm run advisories`: compares the packages of the lockfile with the advisories of the registry that npm is configured with, and stores
 * its response, for machines without such a registry. Exit codes: 1 a vulnerable package, 2 nothing could be compared.
 */

const SAVED = process.env.ADVISORIES_FILE || join(root, 'docs/advisories.json');
const TIMEOUT_MS = 30_000;

type Versions = Record<string, string[]>;

/** As the registry writes it. */
interface Advisory {
  readonly severity: string;
  readonly title: string;
  readonly url: string;
  readonly vulnerable_versions: string;
}

/** By the name of the package. */
type Advisories = Readonly<Record<string, readonly Advisory[]>>;

interface SavedAdvisories {
  readonly date: string;
  readonly advisories: Advisories;
}

/** The versions of each package of the lockfile: `{ pg: ['8.23.1'] }`. */
async function lockedVersions(): Promise<Versions> {
  const { parse } = await import('yaml');
  const lock = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as {
    packages: Readonly<Record<string, unknown>>;
  };
  const versions: Versions = {};
  for (const id of Object.keys(lock.packages)) {
    const at = id.lastIndexOf('@');
    (versions[id.slice(0, at)] ??= []).push(id.slice(at + 1));
  }
  return versions;
}

/** From the files and variables that npm reads, in its order. */
function configuredRegistry(): URL {
  const text = execFileSync('npm', ['config', 'get', 'registry', '--no-update-notifier'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return new URL(text.trim().replace(/\/*$/, '/'));
}

/** The advisories of the registry by package, or the reason why there are none. */
async function askRegistry(versions: Versions): Promise<{ advisories?: Advisories; reason?: string }> {
  const registry = configuredRegistry();
  try {
    const response = await fetch(new URL('-/npm/v1/security/advisories/bulk', registry), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(versions),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return { reason: `${registry.host} responded with ${response.status}` };
    return { advisories: (await response.json()) as Advisories };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    return { reason: `${registry.host}: ${cause?.message ?? message}` };
  }
}

/** The saved response, with its date. */
function saved(): SavedAdvisories | undefined {
  if (!existsSync(SAVED)) return undefined;
  return JSON.parse(readFileSync(SAVED, 'utf8')) as SavedAdvisories;
}

/** One line per package with a known vulnerability. */
async function vulnerable(versions: Versions, advisories: Advisories): Promise<string[]> {
  const { default: semver } = await import('semver');
  return Object.entries(advisories).flatMap(([name, list]) =>
    list.flatMap(({ severity, title, url, vulnerable_versions: range }) =>
      (versions[name] ?? [])
        .filter((version) => semver.satisfies(version, range, { includePrerelease: true }))
        .map((version) => `${name} ${version}: ${title} (${severity}), ${url}`),
    ),
  );
}

async function main(): Promise<void> {
  checkNode();
  await ensureInstalled();
  const versions = await lockedVersions();
  const asked = await askRegistry(versions);
  const known = asked.advisories ? { date: new Date().toISOString(), advisories: asked.advisories } : saved();
  if (asked.reason) process.stdout.write(`The registry has no answer: ${asked.reason}.\n`);
  if (!known) {
    process.exitCode = 2;
    throw new Fault(`Nothing was compared. Run this command where the registry answers, and copy ${SAVED} from there.`);
  }
  if (asked.advisories) writeFileSync(SAVED, `${JSON.stringify(known, null, 2)}\n`);
  const found = await vulnerable(versions, known.advisories);
  const count = Object.keys(versions).length;
  process.stdout.write(`Compared ${count} packages with the advisories of ${known.date.slice(0, 10)}.\n`);
  if (found.length > 0) throw new Fault(`Vulnerable packages:\n${found.join('\n')}`);
  process.stdout.write('No package has a known vulnerability.\n');
}

main().catch((error) => {
  const { exitCode } = process;
  fail(error);
  if (exitCode) process.exitCode = exitCode;
});

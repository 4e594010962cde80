import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readText } from './read-text.ts';
import { root } from './root.mjs';
import { Fault } from './say.mjs';

/*
 * The licences of the packages that an installation contains or its pages send to browsers. docs/licences.md lists them.
 * `pnpm licenses list` names the compiled variants of the machine, so its list differs between machines, and takes four times as long.
 */

export const LICENCES_PAGE = 'docs/licences.md';

/** Licences that allow us to install a package, to bundle it into pages, and to publish the result under Apache-2.0. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts, which documents embed.
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Packages whose manifest names no licence, with the licence in the named file. */
const READ_IN_FILES: Readonly<Record<string, string>> = {
  // Readme.md
  'pause@0.0.1': 'MIT',
  // LICENSE
  'png-js@2.0.0': 'MIT',
};

const HEAD = `# Licences

The packages that an installation contains or that its pages send to browsers, with their licences. \`npm run licences\` writes this page from the lock file and the installed packages, and fails for a licence that \`tools/lib/licences.ts\` does not allow. \`npm run lint\` fails if the page is out of date. The image keeps the licence files of its packages. Compiled variants of a package for one platform have its licence and are not listed.

| package | version | licence |
|---|---|---|
`;

/**
 * The text of the page.
 * @throws a Fault with the packages whose licence is missing or not allowed
 */
export function renderLicences(): string {
  const packages = shippedPackages(readLock());
  const bad = packages.filter(({ licence }) => !isAllowed(licence));
  if (bad.length > 0) {
    const lines = bad.map(({ name, version, licence }) => `${name} ${version}: ${licence || 'no licence'}`);
    throw new Fault(`Licences that are missing or not in the table of tools/lib/licences.ts:\n${lines.join('\n')}`);
  }
  return HEAD + packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |\n`).join('');
}

/** Whether an SPDX expression is satisfied by allowed licences alone. `AND` binds more tightly than `OR`; groups are not nested. */
export function isAllowed(expression: string): boolean {
  const alternatives = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return alternatives.some((one) => one.split(' AND ').every((licence) => ALLOWED.has(licence)));
}

/** What a project or a package needs, by name: a version, or an entry with it. */
interface Needs {
  readonly dependencies?: Readonly<Record<string, string | { readonly version: string }>>;
  readonly optionalDependencies?: Needs['dependencies'];
}

/** The part of the lock file that is read. */
interface Lock {
  readonly importers: Readonly<Record<string, Needs>>;
  readonly packages: Readonly<
    Record<string, { os?: unknown; cpu?: unknown; libc?: unknown; resolution?: { integrity?: string } }>
  >;
  readonly snapshots: Readonly<Record<string, Needs>>;
}

interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** The second document of the file: the first one pins the package manager. */
function readLock(): Lock {
  return parse(readText(join(root, 'pnpm-lock.yaml')).split('\n---\n').at(-1) ?? '') as Lock;
}

let lock: Lock | undefined;

/** The hash that the lock file has for a package, such as `sha512-…`. */
export function integrityOf(id: string): string {
  lock ??= readLock();
  const integrity = lock.packages[id]?.resolution?.integrity;
  if (!integrity) throw new Fault(`The lock file has no hash of ${id}.`);
  return integrity;
}

/** The licence of a package. Undefined if it is not installed, as variants for other platforms are. */
export function installedLicence(id: string): string | undefined {
  const installed = readdirSync(join(root, 'node_modules/.pnpm'));
  if (!installedFolder(installed, id)) return undefined;
  return READ_IN_FILES[id] ?? licenceOf(installed, id, id.slice(0, id.lastIndexOf('@')));
}

/** What the projects need in production, directly or through other packages. `libs/testing` is for specs. */
function shippedPackages({ importers, packages, snapshots }: Lock): Shipped[] {
  const seen = new Set<string>();
  const visit = ({ dependencies = {}, optionalDependencies = {} }: Needs): void => {
    for (const [name, entry] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      const version = typeof entry === 'string' ? entry : entry.version;
      // The version of an alias is the whole id of its package.
      const id = version in snapshots ? version : `${name}@${version}`;
      if (version.startsWith('link:') || seen.has(id)) continue;
      seen.add(id);
      visit(snapshots[id] ?? {});
    }
  };
  for (const [folder, project] of Object.entries(importers))
    if (/^(apps|libs)\/(?!testing$)/.test(folder)) visit(project);
  const installed = readdirSync(join(root, 'node_modules/.pnpm'));
  // Without the peers, with which a package may be installed several times.
  return [...new Set([...seen].map((id) => id.replace(/\(.*$/, '')))]
    .filter((id) => !isForOnePlatform(packages[id] ?? {}))
    .sort()
    .map((id) => {
      const at = id.lastIndexOf('@');
      const name = id.slice(0, at);
      return { name, version: id.slice(at + 1), licence: READ_IN_FILES[id] ?? licenceOf(installed, id, name) };
    });
}

const isForOnePlatform = ({ os, cpu, libc }: Lock['packages'][string]): boolean => Boolean(os ?? cpu ?? libc);

function installedFolder(installed: readonly string[], id: string): string | undefined {
  const start = id.replaceAll('/', '+');
  return installed.find((one) => one === start || one.startsWith(`${start}_`));
}

function licenceOf(installed: readonly string[], id: string, name: string): string {
  const folder = installedFolder(installed, id);
  if (!folder) throw new Fault(`${id} is not installed. Run npx pnpm install.`);
  const manifest = join(root, 'node_modules/.pnpm', folder, 'node_modules', name, 'package.json');
  type Licence = string | { readonly type: string };
  const { license, licenses } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Licence | Licence[]>;
  // Old manifests have an object, or a list of them.
  return [license ?? licenses ?? []]
    .flat()
    .map((one) => (typeof one === 'string' ? one : one.type))
    .join(' OR ');
}

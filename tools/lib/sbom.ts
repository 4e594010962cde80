import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedLicence, integrityOf } from './licences.ts';
import { pnpm } from './prepare.mjs';
import { root } from './root.mjs';
import { runQuietly } from './run.mjs';
import { Fault } from './say.mjs';

/** The programs of the image. */
export const PROGRAMS = ['apps/api', 'apps/worker'];

interface Component {
  readonly type: string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly 'bom-ref': string;
  readonly licenses?: readonly object[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn?: readonly string[];
}

interface Sbom {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

/**
 * Writes what the image contains as a software bill of materials (CycloneDX 1.6): the packages of the lock file that are installed on this
 * machine, with the licence of their manifest and the hash of the lock file; Node; and the base image. The same sources give the same bytes.
 */
export async function writeSbom(file: string): Promise<void> {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  const filters = PROGRAMS.flatMap((program) => ['--filter', `./${program}`]);
  const flags = ['--prod', '--lockfile-only', '--dir', root, '--out', file];
  await runQuietly('Writing the bill of materials', 'npx', [...pnpm('sbom'), ...format, ...flags, ...filters]);
  writeFileSync(file, `${JSON.stringify(completed(JSON.parse(readFileSync(file, 'utf8')) as Sbom), null, 2)}\n`);
}

function completed({ serialNumber: _, metadata, components, dependencies, ...sbom }: Sbom): object {
  const { timestamp: __, ...facts } = metadata;
  const listed = [...components.flatMap(described), nodeComponent(), baseImage()].toSorted(by(({ purl }) => purl));
  const refs = new Set(listed.map((each) => each['bom-ref']));
  const kept = dependencies
    .filter(({ ref }) => refs.has(ref) || !components.some((each) => each['bom-ref'] === ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)).toSorted() }))
    .toSorted(by(({ ref }) => ref));
  const document = { ...sbom, metadata: facts, components: listed, dependencies: kept };
  const digest = sha256(JSON.stringify(document));
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
  return { ...document, serialNumber: `urn:uuid:${uuid}` };
}

const by =
  <T>(key: (each: T) => string) =>
  (a: T, b: T): number =>
    key(a) < key(b) ? -1 : Number(key(a) > key(b));

/** A package with its licence and hash. None for the variant of another platform, which is not in the image. */
function described(component: Component): Component[] {
  const { group, name, version } = component;
  if (group === '@billhook') return [component];
  const id = `${group ? `${group}/` : ''}${name}@${version}`;
  const licence = installedLicence(id);
  if (licence === undefined) return [];
  return [{ ...component, licenses: licences(licence), hashes: [sha512(integrityOf(id))] }];
}

const licences = (expression: string): object[] =>
  expression.includes(' ')
    ? [{ expression: expression.replace(/^\((.*)\)$/, '$1') }]
    : [{ license: { id: expression } }];

function sha512(integrity: string) {
  const [algorithm, digest = ''] = integrity.split('-');
  if (algorithm !== 'sha512') throw new Fault(`The lock file has a hash of another kind: ${integrity}`);
  return { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') };
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** The program of Node, which a package of npm contains. This process runs on it. */
function nodeComponent(): Component {
  const { node: version } = process.versions;
  const purl = `pkg:npm/node-${process.platform}-${process.arch}@${version}`;
  const hashes = [{ alg: 'SHA-256', content: sha256(readFileSync(process.execPath)) }];
  return { type: 'platform', name: 'node', version, purl, 'bom-ref': purl, licenses: licences('MIT'), hashes };
}

/** `FROM debian:12.12-slim@sha256:…`, the last stage of the Dockerfile. */
function baseImage(): Component {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const [, name = '', version = '', digest = ''] =
    /^FROM (\w+):([\w.-]+)@sha256:([0-9a-f]{64})$/m.exec(dockerfile) ?? [];
  if (digest === '') throw new Fault('The Dockerfile names no base image with a digest.');
  const purl = `pkg:oci/${name}@sha256%3A${digest}?repository_url=docker.io%2Flibrary%2F${name}&tag=${version}`;
  const hashes = [{ alg: 'SHA-256', content: digest }];
  return {
    type: 'container',
    name,
    version,
    purl,
    'bom-ref': purl,
    licenses: [{ license: { name: 'various' } }],
    hashes,
  };
}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { ZipFile } from 'yazl';

/*
 * Packs the client as a wheel, without Python: `node libs/sdk-python/pack.mjs <folder>`. A wheel is a zip archive (the binary
 * distribution format of packaging.python.org). The documentation site offers it, so an installation serves the client that matches its API.
 */

const root = fileURLToPath(new URL('.', import.meta.url));
const read = (path) => readFileSync(join(root, path));

/** METADATA: what `pyproject.toml` says, in the format that installers read (core metadata 2.4). */
function metadataOf(project) {
  const extras = Object.entries(project['optional-dependencies'] ?? {});
  const lines = [
    'Metadata-Version: 2.4',
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.description}`,
    `Keywords: ${project.keywords.join(',')}`,
    `License-Expression: ${project.license}`,
    'License-File: LICENSE',
    ...Object.entries(project.urls ?? {}).map(([label, url]) => `Project-URL: ${label}, ${url}`),
    ...project.classifiers.map((each) => `Classifier: ${each}`),
    `Requires-Python: ${project['requires-python']}`,
    ...project.dependencies.map((each) => `Requires-Dist: ${each}`),
    ...extras.flatMap(([extra, needs]) => [
      `Provides-Extra: ${extra}`,
      ...needs.map((each) => `Requires-Dist: ${each}; extra == "${extra}"`),
    ]),
    'Description-Content-Type: text/markdown',
  ];
  return `${lines.join('\n')}\n\n${read(project.readme)}`;
}

const WHEEL = 'Wheel-Version: 1.0\nGenerator: billhook\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

/** The files of the wheel, by their path. The list of their hashes is the last one. */
function filesOf(project) {
  const info = `${project.name}-${project.version}.dist-info`;
  const sources = readdirSync(join(root, 'src', project.name))
    .filter((name) => /\.py$|^py\.typed$/.test(name))
    .toSorted();
  const files = [
    ...sources.map((name) => [`${project.name}/${name}`, read(`src/${project.name}/${name}`)]),
    [`${info}/licenses/LICENSE`, read('../../LICENSE')],
    [`${info}/METADATA`, Buffer.from(metadataOf(project))],
    [`${info}/WHEEL`, Buffer.from(WHEEL)],
  ];
  const record = files.map(([path, content]) => `${path},sha256=${hash(content)},${content.length}`);
  return [...files, [`${info}/RECORD`, Buffer.from(`${[...record, `${info}/RECORD,,`].join('\n')}\n`)]];
}

const hash = (content) => createHash('sha256').update(content).digest('base64url');

// yazl writes the local time, so this is the same in every time zone: the same files give the same bytes.
const OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644, compressionLevel: 9 };

function zip(files) {
  const archive = new ZipFile();
  for (const [path, content] of files) archive.addBuffer(content, path, OPTIONS);
  archive.end();
  return buffer(archive.outputStream);
}

/**
 * @param target the folder of the wheel
 * @returns its path
 */
export async function pack(target) {
  const { project } = parse(read('pyproject.toml').toString());
  const file = join(resolve(target), `${project.name}-${project.version}-py3-none-any.whl`);
  writeFileSync(`${file}.new`, await zip(filesOf(project)));
  renameSync(`${file}.new`, file);
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await pack(process.argv[2] ?? '.');

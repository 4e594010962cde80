import { Fault } from './say.mjs';

/* The files that a release changes. Pure functions: `npm run release` reads and commits. */

/** The changelog of operators, whose section becomes the text of the tag and of the release. */
export const CHANGELOG = 'CHANGELOG.md';
const API_CHANGELOG = 'apps/docs/guides/changelog.md';
const UPGRADING = 'docs/upgrading.md';

const IMAGE_NAME = (version: string): string => `billhook:${version}`;
const WHEEL = (version: string): string => `billhook-${version}-py3-none-any.whl`;

/** What mentions the version outside of manifests, in its form there. */
const MENTIONS: Readonly<Record<string, (version: string) => string>> = {
  'libs/sdk-python/pyproject.toml': (version) => `\nversion = "${version}"\n`,
  'libs/sdk/src/version.ts': (version) => `VERSION = '${version}'`,
  'libs/sdk-python/README.md': WHEEL,
  'apps/docs/guides/python.md': WHEEL,
  'apps/docs/guides/downloads.md': WHEEL,
  'libs/platform/src/version.ts': (version) => `VERSION = '${version}'`,
  'apps/docs/openapi.json': (version) => `\n    "version": "${version}",\n`,
  'deploy/kubernetes/billhook.yaml': IMAGE_NAME,
  'deploy/kubernetes/backup.yaml': IMAGE_NAME,
  'deploy/kustomize/example/kustomization.yaml': (version) => `newTag: ${version} `,
  'docs/operations.md': IMAGE_NAME,
};

const NOTHING_FOR_PROGRAMS = 'Nothing changes for programs that use the API.';
const NO_OTHER_STEPS = 'The [steps](#steps) are enough.';

/**
 * The text of the section `Unreleased`; undefined if there is none.
 * @param level the heading, `##` or `###`
 */
export function unreleased(text: string, level: string): string | undefined {
  const [, section] =
    new RegExp(`^${level} Unreleased\\n([^]*?)(?=^#{1,${level.length}} |(?![^]))`, 'm').exec(text) ?? [];
  return section?.trim();
}

/**
 * Turns the section `Unreleased` into the section of a version, before the sections of earlier versions.
 * @param heading such as `## 0.2.0, 2026-12-01`
 * @param otherwise the text of the section where there is none or it is empty
 */
export function withRelease(text: string, heading: string, otherwise = ''): string {
  const [level = ''] = heading.split(' ');
  const section = unreleased(text, level);
  if (section !== undefined) {
    return text.replace(`\n${level} Unreleased\n`, `\n${heading}\n${section === '' ? `\n${otherwise}\n` : ''}`);
  }
  const earlier = text.search(new RegExp(`^${level} \\d+\\.\\d+\\.\\d+`, 'm'));
  if (earlier < 0) throw new Fault(`There is no section of a version ("${level} 0.1.0") to put ${heading} before.`);
  return `${text.slice(0, earlier)}${heading}\n\n${otherwise}\n\n${text.slice(earlier)}`;
}

/**
 * The section of a version in the changelog of operators, without its heading.
 * @param address where the files of the version are, for links from outside of the repository; without it, links stay relative
 */
export function releaseNotes(text: string, version: string, address?: string): string {
  const heading = `## ${version}, `;
  const section = text.split(/^(?=## )/m).find((each) => each.startsWith(heading));
  if (!section) throw new Fault(`${CHANGELOG} has no section "${heading}…".`);
  const notes = section.slice(section.indexOf('\n') + 1).trim();
  return address ? notes.replace(/\]\((?![a-z]+:|#)/g, `](${address}/`) : notes;
}

/** Links to the notes of a version, whose heading the release writes: an anchor contains neither dots nor capitals. */
function withNotesOf(version: string, text: string): string {
  return text.replaceAll(`(${UPGRADING}#unreleased)`, `(${UPGRADING}#${version.replaceAll('.', '')})`);
}

interface ReleaseDates {
  readonly from: string;
  readonly version: string;
  /** Such as `2026-12-01`. */
  readonly date: string;
}

/**
 * The texts of all files that a release changes, by path.
 * @param manifests the paths of all package.json files of the projects
 * @param read gets the present text of a file
 * @throws a Fault that names each file without the version that it should have
 */
export function releaseFiles(
  { from, version, date }: ReleaseDates,
  manifests: readonly string[],
  read: (file: string) => string,
): Record<string, string> {
  const faults: string[] = [];
  const replace = (file: string, form: (version: string) => string): [string, string] => {
    const text = read(file);
    if (!text.includes(form(from))) faults.push(`${file} does not contain ${form(from).trim()}.`);
    return [file, text.replaceAll(form(from), form(version))];
  };
  const files: [string, string][] = [
    ...manifests.map((file) => replace(file, (each) => `\n  "version": "${each}",\n`)),
    ...Object.entries(MENTIONS).map(([file, form]) => replace(file, form)),
    [CHANGELOG, withRelease(withNotesOf(version, read(CHANGELOG)), `## Unreleased\n\n## ${version}, ${date}`)],
    [API_CHANGELOG, withRelease(read(API_CHANGELOG), `## ${version}, ${date}`, NOTHING_FOR_PROGRAMS)],
    [UPGRADING, withRelease(read(UPGRADING), `### ${version}`, NO_OTHER_STEPS)],
  ];
  if (faults.length > 0) throw new Fault(faults.join('\n'));
  return Object.fromEntries(files);
}

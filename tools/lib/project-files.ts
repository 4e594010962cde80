import { join } from 'node:path';
import { parse } from 'yaml';
import { readText } from './read-text.ts';
import { root } from './root.mjs';
import { Fault } from './say.mjs';

/* The files of the project that contain addresses and names of its maintainers, all from maintainers.yaml. */

export const MAINTAINERS = 'maintainers.yaml';

/** The values of maintainers.yaml. */
export interface Maintainers {
  readonly repository: string | null;
  readonly security: string | null;
  readonly owners: readonly string[];
}

interface Field {
  readonly isValid: (value: unknown) => boolean;
  readonly form: string;
}

const isText = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);

const FIELDS: Readonly<Record<keyof Maintainers, Field>> = {
  repository: {
    isValid: (value) => isText(value, /^https:\/\/github\.com\/[\w-]+\/[\w.-]+(?<!\.git)$/),
    form: 'https://github.com/OWNER/NAME',
  },
  security: {
    isValid: (value) => isText(value, /^(https:\/\/[^\s/]+\.[^\s/]+\/\S*|[^\s@]+@[^\s@]+\.[^\s@]+)$/),
    form: 'an email address, or a page that begins with https://',
  },
  owners: {
    isValid: (value) => Array.isArray(value) && value.every((each) => isText(each, /^@[\w-]+(\/[\w.-]+)?$/)),
    form: "a list of accounts ('@name') and teams ('@organization/team')",
  },
};

/**
 * @param text the content of maintainers.yaml
 * @returns `repository` and `security`, null until they are filled in, and `owners`
 * @throws a Fault that lists each value that is not valid
 */
export function readMaintainers(text: string): Maintainers {
  const values = (parse(text) ?? {}) as Partial<Maintainers> & Readonly<Record<string, unknown>>;
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(FIELDS, name));
  const invalid = Object.entries(FIELDS).filter(
    ([name, { isValid }]) => values[name] != null && !isValid(values[name]),
  );
  const faults = [
    ...unknown.map((name) => `${MAINTAINERS}: there is no "${name}".`),
    ...invalid.map(([name, { form }]) => `${MAINTAINERS}: ${name} must be ${form}.`),
  ];
  if (faults.length > 0) throw new Fault(faults.join('\n'));
  const { repository = null, security = null, owners } = values;
  return { repository, security, owners: owners ?? [] };
}

/** The values that a release needs and that are not filled in yet. */
export function missingValues({ repository, security, owners }: Maintainers): string[] {
  const missing = Object.entries({ repository, security, owners: owners[0] }).filter(([, value]) => value == null);
  return missing.map(([name]) => name);
}

const SECURITY_BLOCK = /(<!-- contact: npm run project-files writes this -->\n)[^]*?(<!-- \/contact -->)/;

function securityContact({ security }: Maintainers): string {
  if (security === null)
    return `The address for reports is not published yet. The people who publish Billhook fill it in (\`security\` in [${MAINTAINERS}](${MAINTAINERS})). Until then, write to the operator of the installation in which you found the problem: the address is in its \`/.well-known/security.txt\`.`;
  const address = security.startsWith('https://') ? `<${security}>` : `[${security}](mailto:${security})`;
  return `Report it at ${address}, and not in a public issue.`;
}

function codeOwners({ owners }: Maintainers): string {
  const head = `# Written by npm run project-files from ${MAINTAINERS}.\n`;
  return owners.length > 0 ? `${head}* ${owners.join(' ')}\n` : `${head}# No owner is filled in yet.\n`;
}

function issueLinks({ repository }: Maintainers): string {
  const head = `# Written by npm run project-files from ${MAINTAINERS}.\nblank_issues_enabled: false\n`;
  if (repository === null) return head;
  return `${head}contact_links:
  - name: A vulnerability
    url: ${repository}/security/policy
    about: Report it in private.
  - name: When it does not start
    url: ${repository}/blob/main/docs/when-it-does-not-start.md
    about: Symptoms, their causes, and how to repair them.
`;
}

/** The manifest with the addresses that registries show, after the license. They require `repository` for provenance. */
function manifestWith({ repository }: Maintainers, folder: string, text: string): string {
  const { repository: _, bugs: _bugs, homepage: _home, ...rest } = JSON.parse(text) as Record<string, unknown>;
  const entries = Object.entries(rest).flatMap((entry) =>
    entry[0] === 'license' && repository !== null ? [entry, ...addresses(repository, folder)] : [entry],
  );
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

function addresses(repository: string, folder: string): [string, unknown][] {
  const directory = folder === '' ? {} : { directory: folder };
  return [
    ['homepage', repository],
    ['repository', { type: 'git', url: `git+${repository}.git`, ...directory }],
    ['bugs', { url: `${repository}/issues` }],
  ];
}

const URLS_OF_PYTHON = /\n\[project\.urls\]\n(?:.+\n)*/;

function pythonProject({ repository }: Maintainers, text: string): string {
  const rest = text.replace(URLS_OF_PYTHON, '');
  if (repository === null) return rest;
  const urls = `\n[project.urls]\nRepository = "${repository}"\nIssues = "${repository}/issues"\n`;
  return rest.replace('\n[tool.hatch', `${urls}\n[tool.hatch`);
}

/** Each file, and its text as it follows from the maintainers and the present text. */
const FILES: Readonly<Record<string, (maintainers: Maintainers, text: string) => string>> = {
  '.github/CODEOWNERS': codeOwners,
  '.github/ISSUE_TEMPLATE/config.yml': issueLinks,
  'SECURITY.md': (maintainers, text) => text.replace(SECURITY_BLOCK, `$1${securityContact(maintainers)}\n$2`),
  'package.json': (maintainers, text) => manifestWith(maintainers, '', text),
  'libs/sdk/package.json': (maintainers, text) => manifestWith(maintainers, 'libs/sdk', text),
  'libs/n8n-nodes-billhook/package.json': (maintainers, text) =>
    manifestWith(maintainers, 'libs/n8n-nodes-billhook', text),
  'libs/sdk-python/pyproject.toml': pythonProject,
};

/**
 * @param read gets the present text of a file by its path from the root
 * @returns the text of each file, by its path
 */
export function projectFiles(maintainers: Maintainers, read: (file: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(FILES).map(([file, write]) => [file, write(maintainers, read(file))]));
}

/** The texts of the files by their paths, as they follow from maintainers.yaml now. */
export function currentProjectFiles(): Record<string, string> {
  const read = (file: string) => readText(join(root, file));
  return projectFiles(readMaintainers(read(MAINTAINERS)), read);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { missingValues, projectFiles, readMaintainers } from '../../../tools/lib/project-files.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8').replaceAll('\r\n', '\n');
const EMPTY = { repository: null, security: null, owners: [] };
const FILLED = {
  repository: 'https://github.com/example/billhook',
  security: 'https://github.com/example/billhook/security/advisories/new',
  owners: ['@ada', '@example/invoicing'],
};

describe('maintainers.yaml', () => {
  it('is what the files of the project say', () => {
    const files = projectFiles(readMaintainers(read('maintainers.yaml')), read);
    for (const [file, text] of Object.entries(files)) expect({ file, text: read(file) }).toEqual({ file, text });
  });

  it.each([
    ['nothing', '', EMPTY, ['repository', 'security', 'owners']],
    [
      'values that are not filled in',
      'repository: null\nsecurity: null\nowners: []\n',
      EMPTY,
      ['repository', 'security', 'owners'],
    ],
    [
      'some values',
      'security: security@example.com\n',
      { ...EMPTY, security: 'security@example.com' },
      ['repository', 'owners'],
    ],
    ['all values', JSON.stringify(FILLED), FILLED, []],
  ])('may contain %s', (_, text, maintainers, missing) => {
    expect(readMaintainers(text)).toEqual(maintainers);
    expect(missingValues(readMaintainers(text))).toEqual(missing);
  });

  it.each([
    ['repository: https://github.com/example/billhook.git', 'repository must be https://github.com/OWNER/NAME'],
    ['repository: https://github.com/example/billhook/', 'repository must be https://github.com/OWNER/NAME'],
    ['repository: git@github.com:example/billhook', 'repository must be https://github.com/OWNER/NAME'],
    ['repository: https://example.com/example/billhook', 'repository must be https://github.com/OWNER/NAME'],
    ['security: somewhere', 'security must be an email address, or a page'],
    ['security: http://example.com/report', 'security must be an email address, or a page'],
    ["owners: ['ada']", "owners must be a list of accounts ('@name')"],
    ["owners: '@ada'", "owners must be a list of accounts ('@name')"],
    ['owner: []', 'there is no "owner"'],
  ])('must not contain %s', (text, sentence) => {
    expect(() => readMaintainers(text)).toThrow(`maintainers.yaml: ${sentence}`);
  });
});

describe('the files of the project', () => {
  const filled = projectFiles(FILLED, read);
  const manifest = (file: string): object => JSON.parse(filled[file] ?? '') as object;

  it('name the owners', () => {
    expect(filled['.github/CODEOWNERS']).toContain('\n* @ada @example/invoicing\n');
  });

  it('say where to report a vulnerability', () => {
    expect(filled['SECURITY.md']).toContain(`Report it at <${FILLED.security}>, and not in a public issue.`);
    const mail = projectFiles({ ...FILLED, security: 'security@example.com' }, read)['SECURITY.md'];
    expect(mail).toContain('Report it at [security@example.com](mailto:security@example.com)');
    expect(filled['.github/ISSUE_TEMPLATE/config.yml']).toContain(`url: ${FILLED.repository}/security/policy`);
  });

  it('have the addresses that registries compare with the workflow', () => {
    const repository = { type: 'git', url: `git+${FILLED.repository}.git` };
    expect(manifest('package.json')).toMatchObject({ repository, bugs: { url: `${FILLED.repository}/issues` } });
    for (const directory of ['libs/sdk', 'libs/n8n-nodes-billhook'])
      expect(manifest(`${directory}/package.json`)).toMatchObject({
        homepage: FILLED.repository,
        repository: { ...repository, directory },
      });
    expect(filled['libs/sdk-python/pyproject.toml']).toContain(`\nRepository = "${FILLED.repository}"\n`);
  });

  it('are the same after values are removed again', () => {
    const present = projectFiles(readMaintainers(read('maintainers.yaml')), read);
    const emptied = projectFiles(EMPTY, (file) => filled[file] ?? '');
    expect(emptied).toEqual(projectFiles(EMPTY, (file) => present[file] ?? ''));
    expect(projectFiles(FILLED, (file) => filled[file] ?? '')).toEqual(filled);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { VERSIONS } from '../../../tools/lib/postgres-version.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = '.github/workflows';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly steps?: readonly Step[];
  readonly 'timeout-minutes'?: number;
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const parsed = (path: string): unknown => parse(read(path)) as unknown;
const load = (path: string): Promise<unknown> => import(pathToFileURL(join(ROOT, path)).href);

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const workflows = readdirSync(join(ROOT, FOLDER)).map((file) => {
  const path = `${FOLDER}/${file}`;
  return { path, text: read(path), workflow: parsed(path) as Workflow };
});
const jobs = workflows.flatMap(({ path, workflow }) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ place: `${path}: ${name}`, path, workflow, job })),
);
const steps = jobs.flatMap(({ place, path, job }) => (job.steps ?? []).map((step) => ({ place, path, job, step })));
const commands = steps.flatMap(({ place, job, step }) =>
  (step.run ?? '')
    .split(/\n|&&/)
    .map((command) => command.trim())
    .filter((command) => command !== '')
    .map((command) => ({ place, job, command })),
);

/** The programs of the machines of the forge. Everything else is in this repository. */
const PROGRAMS_OF_THE_FORGE =
  /^(sudo apt-get (update|install --yes)|docker (build|run)|gh release create|mkdir|sed --in-place|test) /;

/** What a command needs and the repository does not have. */
function missingOf(command: string): string | undefined {
  const [, script] = /^npm (?:run )?(\S+)/.exec(command) ?? [];
  if (script !== undefined) return scripts[script] === undefined ? `the script ${script}` : undefined;
  const [, file] = /^node (\S+)/.exec(command) ?? [];
  if (file !== undefined) return existsSync(join(ROOT, file)) ? undefined : `the file ${file}`;
  const isKnown = PROGRAMS_OF_THE_FORGE.test(`${command} `) || /^npx --yes npm@\d+\.\d+\.\d+ /.test(command);
  return isKnown ? undefined : 'the program';
}

describe('the workflows', () => {
  it('call commands that exist', () => {
    const missing = commands.map(({ place, command }) => ({ place, command, missing: missingOf(command) }));
    expect(missing.filter((each) => each.missing !== undefined)).toEqual([]);
    expect(commands.length).toBeGreaterThan(10);
  });

  it('would fail with a command that does not exist', () => {
    expect(missingOf('npm run no-such-script -- 1')).toBe('the script no-such-script');
    expect(missingOf('node tools/no-such-file.mjs')).toBe('the file tools/no-such-file.mjs');
    expect(missingOf('make all')).toBe('the program');
  });

  it('run every part of what they divide', async () => {
    const shards = commands.flatMap(({ job, command }) => {
      const [, count] = /--shard=\$\{\{ matrix\.shard \}\}\/(\d+)/.exec(command) ?? [];
      return count === undefined ? [] : [{ shard: job.strategy?.matrix['shard'], count: Number(count) }];
    });
    expect(shards.length).toBeGreaterThan(1);
    for (const { shard, count } of shards) expect(shard).toEqual(Array.from({ length: count }, (_, n) => n + 1));

    const { scenarios } = (await load('lab/chaos/scenarios.mjs')) as { scenarios: object };
    expect(matrixOf('npm run chaos -- ${{ matrix.kind }}', 'kind')).toEqual(Object.keys(scenarios));
    expect(matrixOf('npm run test:postgres -- ${{ matrix.version }}', 'version')).toEqual(VERSIONS.map(Number));
  });

  it('publish the archives that are packed', () => {
    const archives = matrixOf('npx --yes npm@', 'archive');
    const packed = ['sdk', 'n8n-nodes-billhook'].map((name) => /[\w-]+\.tgz/.exec(read(`libs/${name}/pack.mjs`))?.[0]);
    expect(archives).toEqual(packed);
  });

  it('use actions by their commit, with the version beside it', () => {
    const uses = workflows.flatMap(({ text }) => [...text.matchAll(/uses: (.+)$/gm)].map(([, name = '']) => name));
    const pinned = uses.filter((name) => !name.startsWith('./'));
    for (const name of pinned) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const actions = new Set(pinned.map((name) => name.split('@')[0]));
    // One version of each.
    expect(new Set(pinned).size).toBe(actions.size);
    for (const name of uses.filter((each) => each.startsWith('./'))) expect(existsSync(join(ROOT, name))).toBe(true);
  });

  it('may only read, except where a release publishes', () => {
    for (const { path, workflow } of workflows)
      expect({ path, permissions: workflow.permissions }).toEqual({ path, permissions: { contents: 'read' } });
    const writing = jobs.filter(({ job }) => Object.values(job.permissions ?? {}).includes('write'));
    expect(new Set(writing.map(({ path }) => path))).toEqual(new Set([`${FOLDER}/release.yml`]));
    const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'));
    for (const { place, step } of checkouts)
      expect({ place, with: step.with }).toEqual({ place, with: { 'persist-credentials': false } });
  });

  it('write no secret and nothing that others choose into a command', () => {
    const expressions = commands.flatMap(({ command }) => [...command.matchAll(/\$\{\{ *([^}]*?) *\}\}/g)]);
    for (const [, expression] of expressions) expect(expression).toMatch(/^matrix\.\w+$/);
    for (const { path, text } of workflows)
      expect({ path, usesSecrets: text.includes('secrets.') }).toEqual({ path, usesSecrets: false });
  });

  it('end, and wait only for jobs that exist', () => {
    for (const { place, workflow, job } of jobs) {
      if (job.uses === undefined)
        expect({ place, limit: job['timeout-minutes'] }).toEqual({ place, limit: expect.any(Number) });
      for (const name of [job.needs ?? []].flat()) expect(Object.keys(workflow.jobs)).toContain(name);
    }
  });

  function matrixOf(start: string, name: string): readonly unknown[] | undefined {
    return commands.find(({ command }) => command.startsWith(start))?.job.strategy?.matrix[name];
  }
});

describe('the forms of issues', () => {
  const forms = readdirSync(join(ROOT, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');

  it.each(forms)('%s has what a forge requires', (name) => {
    const { body, ...rest } = parsed(`.github/ISSUE_TEMPLATE/${name}`) as {
      body: readonly { type: string; id?: string; attributes: Record<string, unknown> }[];
    };
    expect(rest).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const fields = body.filter(({ type }) => type !== 'markdown');
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    for (const { type, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
      expect(attributes).toMatchObject({ label: expect.any(String) });
    }
  });
});

describe('renovate.json', () => {
  interface Rule {
    readonly groupName?: string;
    readonly matchPackageNames?: readonly string[];
  }

  it('names packages that the catalog has', () => {
    const { packageRules } = JSON.parse(read('renovate.json')) as { packageRules: readonly Rule[] };
    const names = Object.keys((parsed('pnpm-workspace.yaml') as { catalog: object }).catalog);
    const groups = packageRules.filter(({ groupName }) => groupName !== undefined && groupName !== 'runtime');
    const patterns = groups.flatMap(({ matchPackageNames = [] }) => matchPackageNames);
    const unused = patterns.filter((pattern) => !names.some((name) => matches(name, pattern)));
    expect(unused).toEqual([]);
  });

  const matches = (name: string, pattern: string): boolean => {
    const [start = '', rest] = pattern.replace(/^!/, '').split('**');
    return rest === undefined ? name === start : name.startsWith(start);
  };
});

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import rules, { PROJECTS } from '../../.dependency-cruiser.mjs';
import { folderCycles } from './folder-cycles.mjs';
import { importProbes } from './import-probes.mjs';
import { root } from './root.mjs';
import { fail, Fault } from './say.mjs';

/** Checks imports by the rules of .dependency-cruiser.mjs, and that no folders import each other, after proving that all rules fire. */
async function lintImports() {
  await proveRules();
  const unlisted = ['apps', 'libs'].flatMap((top) =>
    readdirSync(join(root, top))
      .map((name) => `${top}/${name}`)
      .filter((project) => existsSync(join(root, project, 'tsconfig.json')) && existsSync(join(root, project, 'src')))
      .filter((project) => !Object.hasOwn(PROJECTS, project)),
  );
  if (unlisted.length > 0) throw new Fault(`No row in PROJECTS of .dependency-cruiser.mjs: ${unlisted.join(', ')}.`);
  const { violations, imports } = await importsOf(root);
  if (violations.length > 0) throw new Fault(`Imports that break a rule:\n${listed(violations)}`);
  const cycles = folderCycles(imports);
  if (cycles.length > 0) throw new Fault(`Folders that import each other:\n${cycles.join('\n')}`);
}

/** @returns the violations as `rule: file → target`, and all imports between files of the projects */
async function importsOf(baseDir) {
  const { forbidden, options } = rules;
  const { output } = await cruise(['apps', 'libs', 'tools', 'lab'], {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  });
  return {
    violations: output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    imports: output.modules
      .filter(({ source }) => isOwn(source))
      .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [source, resolved]))
      .filter(([, target]) => isOwn(target)),
  };
}

/** A rule that is wrong breaks hundreds of probes. */
const SHOWN = 20;
const listed = (lines) =>
  [...lines.slice(0, SHOWN), ...(lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [])].join('\n');

const isOwn = (path) => /^(?:apps|libs|lab)\//.test(path) && !path.includes('node_modules/');

async function proveRules() {
  const { files, reported, groups } = importProbes();
  const unproven = rules.forbidden.filter(({ name }) => !reported.some((line) => line.startsWith(`${name}: `)));
  if (unproven.length > 0) {
    throw new Fault(`No probe breaks these rules: ${unproven.map(({ name }) => name).join('; ')}.`);
  }
  const baseDir = join(root, '.data', `lint-probe-${process.pid}`);
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(baseDir, file)), { recursive: true });
      writeFileSync(join(baseDir, file), text);
    }
    const { violations, imports } = await importsOf(baseDir);
    const silent = reported.filter((line) => !violations.includes(line));
    if (silent.length > 0) throw new Fault(`Lint of the imports does not report:\n${listed(silent)}`);
    const found = folderCycles(imports).map((text) => text.split('\n')[0]);
    const unseen = groups.filter((group) => !found.includes(group));
    if (unseen.length > 0) throw new Fault(`Lint of the imports does not report the folders of ${unseen.join('; ')}.`);
    const wrong = violations.filter((line) => !reported.includes(line));
    if (wrong.length > 0) throw new Fault(`Lint of the imports reports what is allowed:\n${listed(wrong)}`);
  } finally {
    rmSync(baseDir, { recursive: true, force: true });
  }
}

lintImports().catch(fail);

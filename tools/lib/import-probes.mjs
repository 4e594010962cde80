import { BANNED, FOLDERS, importableBy, PROJECTS, ruleOf } from '../../.dependency-cruiser.mjs';

const NAMES = { '@nestjs/': '@nestjs/core', 'swagger-': 'swagger-ui' };
const PACKAGES = [...new Set(BANNED.flatMap(({ packages }) => packages))].map((name) => NAMES[name] ?? name);
const TARGET = 'probe/target.ts';
/** Whether a row of BANNED names a package. */
const isNamed = (name, banned) => (/[/-]$/.test(banned) ? name.startsWith(banned) : name === banned);

const up = (path) => '../'.repeat(path.split('/').length);

/**
 * A small tree that breaks every rule about imports and follows it as well: each project imports every other, each folder of an area
 * every other, and each project every package. A rule that no longer fires would look like a tree without violations.
 * @returns the texts of the files by their paths, what must be reported, as `rule: file → target`, and nothing else, and
 *   groups of folders that must be reported
 */
export function importProbes() {
  const files = {};
  const reported = [];
  const add = (file, imports) =>
    (files[file] = imports.map((name) => `import '${name}';\n`).join('') || 'export {};\n');
  const report = (rule, file, target) => reported.push(`${rule}: ${file} → ${target}`);

  for (const name of PACKAGES) {
    files[`node_modules/${name}/package.json`] = JSON.stringify({ name, version: '1.0.0', main: 'index.js' });
    add(`node_modules/${name}/index.js`, []);
  }
  for (const project of Object.keys(PROJECTS)) {
    const others = Object.keys(PROJECTS).filter((other) => other !== project);
    const file = `${project}/src/probe/projects.ts`;
    add(`${project}/src/${TARGET}`, []);
    add(
      file,
      others.map((other) => `${up(`${project}/src/probe`)}${other}/src/probe/target.js`),
    );
    for (const other of others.filter((each) => !importableBy(project).includes(each)))
      report(ruleOf.project(project), file, `${other}/src/${TARGET}`);
  }
  for (const row of BANNED)
    for (const project of row.projects) {
      const file = `${project}/src/probe/packages.ts`;
      add(file, PACKAGES);
      for (const name of PACKAGES.filter((each) => row.packages.some((name) => isNamed(each, name))))
        report(ruleOf.packages(row), file, `node_modules/${name}/index.js`);
    }
  for (const [top, folders] of Object.entries(FOLDERS))
    for (const [index, folder] of folders.entries()) {
      const file = `${top}/${folder}/probe/folders.ts`;
      add(`${top}/${folder}/${TARGET}`, []);
      add(
        file,
        folders.filter((other) => other !== folder).map((other) => `../../${other}/probe/target.js`),
      );
      for (const other of folders.slice(0, index))
        report(ruleOf.folder(top, folder), file, `${top}/${other}/${TARGET}`);
    }
  addOthers(add, report);
  for (const [group, imports] of Object.entries(FOLDER_GROUPS))
    for (const [file, target] of imports) {
      const parent = group.slice(0, group.indexOf(':'));
      add(`${parent}/${file}.ts`, [target]);
    }
  return { files, reported, groups: Object.keys(FOLDER_GROUPS) };
}

/** Folders that import each other, in files that do not, by what must be reported. */
const FOLDER_GROUPS = {
  'libs/ui/src/siblings: one, other': [
    ['one/file', '../other/target.js'],
    ['one/target', 'react'],
    ['other/file', '../one/target.js'],
    ['other/target', 'react'],
  ],
  'libs/ui/src/parent: inner, its own files': [
    ['file', './inner/target.js'],
    ['target', 'react'],
    ['inner/file', '../target.js'],
    ['inner/target', 'react'],
  ],
};

/** The rules that are not rows of a table. */
function addOthers(add, report) {
  const [domain, ui] = ['libs/domain/src/probe', 'libs/ui/src/probe'];
  add(`${domain}/packages.ts`, ['node:fs', 'typeorm', 'unknown-package']);
  report('the domain uses no package', `${domain}/packages.ts`, 'fs');
  report('the domain uses no package', `${domain}/packages.ts`, 'node_modules/typeorm/index.js');
  report('the domain uses no package', `${domain}/packages.ts`, 'unknown-package');
  add(`${ui}/one.ts`, ['./other.js']);
  add(`${ui}/other.ts`, ['./one.js']);
  report('no cycle between files', `${ui}/one.ts`, `${ui}/other.ts`);
  add(`${ui}/index.ts`, []);
  add(`${ui}/barrel.ts`, ['./index.js']);
  report('no barrels: imports go by file', `${ui}/barrel.ts`, `${ui}/index.ts`);
  const laboratory = 'nothing but the laboratory imports the laboratory';
  add('lab/probe.mjs', []);
  add('tools/probe.mjs', ['../lab/probe.mjs']);
  report(laboratory, 'tools/probe.mjs', 'lab/probe.mjs');
}

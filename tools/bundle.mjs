import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { endWithParent } from './lib/end-with-parent.mjs';
import { API_FLAGS } from './lib/program-options.mjs';
import { root } from './lib/root.mjs';
import { node, runQuietly } from './lib/run.mjs';
import { fail } from './lib/say.mjs';

/*
 * `node tools/bundle.mjs apps/api`: writes the built program and its packages as one file, with its compiled code, to `dist/bundle`. It
 * starts in a third of the time: otherwise Node finds, reads and compiles a thousand files at each start.
 */

/** Not in the bundle: packages with native code, and optional packages that are not installed. */
const EXTERNAL = [
  /^@node-rs\/argon2$/,
  // It uses ejs, whose compiled templates contain the source of functions that the bundler changes.
  /^@bull-board\//,
  /^(pg-native|@valkey\/valkey-glide|class-validator|class-transformer|@fastify\/multipart)$/,
  /^@nestjs\/(microservices|websockets|platform-express)(\/|$)/,
];

/** The build of our sources. */
const OWN = /^(?!.*\/node_modules\/).*\/(apps|libs)\/[^/]+\/dist\/.*\.js$/;

/** Warnings about code of packages, which runs as its authors wrote it. */
const EXPECTED = new Set(['CIRCULAR_DEPENDENCY', 'EVAL']);

async function bundle(project) {
  const folder = join(root, project, 'dist/bundle');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const build = await rolldown({
    cwd: root,
    input: join(root, project, 'dist/program.js'),
    platform: 'node',
    external: EXTERNAL,
    plugins: [ownPlaces(folder)],
    onLog(_, log) {
      if (!EXPECTED.has(log.code)) throw new Error(`${log.code}: ${log.message}`);
    },
  });
  const file = join(folder, 'program.cjs');
  await build.write({
    file,
    format: 'cjs',
    codeSplitting: false,
    // In a script with stored compiled code, an `import()` never settles.
    dynamicImportInCjs: false,
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
    comments: false,
  });
  await build.close();
  writeFileSync(file, inAscii(module.wrap(readFileSync(file, 'utf8'))), 'latin1');
  copyFileSync(join(root, 'tools/lib/bundled-program.mjs'), join(folder, 'load.js'));
  writeFileSync(join(folder, 'main.js'), "import { start } from './load.js';\n\nawait start();\n");
  // V8 rejects compiled code of a process with other options.
  const [program, script] = node(`${project}/dist/bundle/load.js`);
  const flags = project === 'apps/api' ? API_FLAGS : [];
  await runQuietly('Compiling the program', program, [...flags, ...script]);
}

/** With escapes instead of other characters, for which V8 would take two bytes each (decision 132). */
function inAscii(code) {
  const [escaped] = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.exec(code) ?? [];
  if (escaped) throw new Error(`A backslash precedes a character that needs an escape: ${escaped}`);
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Modules find their files (pages, fonts, programs of threads, packages) where they find them without a bundle. */
const ownPlaces = (folder) => ({
  name: 'own-places',
  load: {
    filter: { id: OWN },
    handler: (id) => ({
      code: placed(readFileSync(id, 'utf8'), relative(folder, id)),
      map: readFileSync(`${id}.map`, 'utf8'),
    }),
  },
  transform: {
    filter: { id: /\/node_modules\// },
    handler: (code, id) => ({ code: ofPackage(code, id, folder), map: NO_MAP }),
  },
});

/** The positions of packages, which would be most of the map, stay those in the bundle. */
const NO_MAP = { version: 3, sources: [], names: [], mappings: '' };

/** A `require` of TypeORM that the bundler does not see would load it a second time, from its files. */
function ofPackage(code, id, folder) {
  const isHidden = /@nestjs\/typeorm\/.*typeorm-compat\.js$/.test(id);
  return isHidden
    ? code.replace('const require = createRequire(import.meta.url);', '')
    : placed(code, relative(folder, id));
}

/** @param path the module, relative to the bundle */
function placed(code, path) {
  const inPlace = code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`);
  if (/\b(const|let|var) __(dirname|filename)\b/.test(code)) return inPlace;
  const at = (place) => `require("node:path").join(__dirname, ${JSON.stringify(place)})`;
  return inPlace.replaceAll(/\b__dirname\b/g, at(dirname(path))).replaceAll(/\b__filename\b/g, at(path));
}

endWithParent();
bundle(process.argv[2]).catch(fail);

import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { endWithParent } from './lib/end-with-parent.mjs';
import { root } from './lib/root.mjs';
import { runQuietly } from './lib/run.mjs';
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
    plugins: [withoutOldTypeorm, ownPlaces(folder)],
    onLog(_, log) {
      if (!EXPECTED.has(log.code)) throw new Error(`${log.code}: ${log.message}`);
    },
  });
  const file = join(folder, 'program.cjs');
  await build.write({
    file,
    format: 'cjs',
    codeSplitting: false,
    // One character beyond Latin-1 would make V8 keep two bytes of each, inside its heap.
    charset: 'ascii',
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: false,
    // Half the text, which V8 keeps for as long as the program runs. Names stay as they are.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
  writeFileSync(join(folder, 'load.js'), LOAD);
  writeFileSync(join(folder, 'main.js'), "import { start } from './load.js';\n\nawait start();\n");
  writeFileSync(join(folder, 'compile.js'), COMPILE);
  await runQuietly('Compiling the program', process.execPath, [join(folder, 'compile.js')]);
  // In the image, another user runs the program. Node makes the compiled code readable only for the user that wrote it.
  const cache = join(folder, 'cache');
  for (const path of readdirSync(cache, { recursive: true }).map((each) => join(cache, each)))
    if (statSync(path).isFile()) chmodSync(path, 0o644);
}

/** The compiled code is beside the program. `portable`: the image is built in another folder. */
const LOAD = `import { createRequire, enableCompileCache, setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';

enableCompileCache({ directory: join(import.meta.dirname, 'cache'), portable: true });
setSourceMapsSupport(true);
// Not import(), with which Node keeps the text twice: it reads it for the names of the exports as well.
export const { start, load } = createRequire(import.meta.url)('./program.cjs');
`;

/** Loads the program, and stores the compiled code of the functions that this called. The Dockerfile runs it as well. */
const COMPILE = `import { flushCompileCache } from 'node:module';

const { load } = await import('./load.js');
await load?.();
flushCompileCache();
process.exit();
`;

/** Its `require`, which the bundler does not see, would load TypeORM a second time. It finds names that TypeORM 1 no longer has. */
const withoutOldTypeorm = {
  name: 'without-old-typeorm',
  load: {
    filter: { id: /\/@nestjs\/typeorm\/.*\/typeorm-compat\.js$/ },
    handler: () => 'export const Connection = undefined;\nexport const AbstractRepository = undefined;\n',
  },
};

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
    handler: (code, id) => ({ code: placed(code, relative(folder, id)), map: NO_MAP }),
  },
});

/** The positions of packages, which would be most of the map, stay those in the bundle. */
const NO_MAP = { version: 3, sources: [], names: [], mappings: '' };

/** @param path the module, relative to the bundle */
function placed(code, path) {
  const inPlace = code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`);
  if (/\b(const|let|var) __(dirname|filename)\b/.test(code)) return inPlace;
  const at = (place) => `require("node:path").join(__dirname, ${JSON.stringify(place)})`;
  return inPlace.replaceAll(/\b__dirname\b/g, at(dirname(path))).replaceAll(/\b__filename\b/g, at(path));
}

endWithParent();
bundle(process.argv[2]).catch(fail);

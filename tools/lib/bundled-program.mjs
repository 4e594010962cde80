import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';

/*
 * `load.js` of a bundle: loads `program.cjs` with the compiled code in `program.cache`. Another version of V8 rejects this code and compiles
 * the program itself, which takes longer. Node 20 has no cache of its own.
 */

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const FILE = join(FOLDER, 'program.cjs');
const CACHE = join(FOLDER, 'program.cache');

// As `latin1`, which the bundle permits: V8 then uses the text outside its heap, and copies nothing (decision 132).
const script = new Script(readFileSync(FILE, 'latin1'), {
  filename: FILE,
  cachedData: existsSync(CACHE) ? readFileSync(CACHE) : undefined,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});

/** The map takes 21 MB, so it is read again if there is another stack later. */
const MAP_KEPT_MS = 60_000;
let map;

function readMap() {
  setTimeout(() => (map = undefined), MAP_KEPT_MS).unref();
  return new SourceMap(JSON.parse(readFileSync(`${FILE}.map`, 'utf8')));
}

/** Replaces a position in the bundle by the one in our sources. */
function inSources(site) {
  return site.replace(/([^\s(]*program\.cjs):(\d+):(\d+)/, (position, _file, row, column) => {
    map ??= readMap();
    const { fileName, lineNumber, columnNumber } = map.findOrigin(Number(row), Number(column));
    return fileName ? `${join(FOLDER, fileName)}:${lineNumber}:${columnNumber}` : position;
  });
}

// Instead of --enable-source-maps, which reads the map at each start.
Error.prepareStackTrace = (error, sites) =>
  [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${inSources(String(site))}`)].join('\n');

const program = { exports: {} };
script.runInThisContext()(program.exports, createRequire(FILE), program, FILE, FOLDER);

export const { start, load } = program.exports;

/** Whether the compiled code was used. */
export const isCompiled = script.cachedDataRejected === false;

/** Runs what a start runs, and writes the compiled code of all functions that it called. */
async function compile() {
  await load?.();
  await program.exports.rehearse?.();
  writeFileSync(CACHE, script.createCachedData());
  process.exit();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compile();

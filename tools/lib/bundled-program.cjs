const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { createRequire, SourceMap, wrap } = require('node:module');
const { join } = require('node:path');
const { constants, Script } = require('node:vm');

/*
 * `load.cjs` of a bundle: loads `program.cjs` with the compiled code in `program.cache`. Another version of V8 rejects this code and compiles
 * the program itself, which takes longer. Node 20 has no cache of its own.
 */

const FILE = join(__dirname, 'program.cjs');
const CACHE = join(__dirname, 'program.cache');

const script = new Script(wrap(readFileSync(FILE, 'utf8')), {
  filename: FILE,
  cachedData: existsSync(CACHE) ? readFileSync(CACHE) : undefined,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});

let map;

/** Replaces a position in the bundle by the one in our sources. */
function inSources(site) {
  return site.replace(/([^\s(]*program\.cjs):(\d+):(\d+)/, (position, file, row, column) => {
    if (file !== FILE) return position;
    map ??= new SourceMap(JSON.parse(readFileSync(`${FILE}.map`, 'utf8')));
    const { fileName, lineNumber, columnNumber } = map.findOrigin(Number(row), Number(column));
    return fileName ? `${join(__dirname, fileName)}:${lineNumber}:${columnNumber}` : position;
  });
}

// Instead of --enable-source-maps, which reads the map at each start.
Error.prepareStackTrace = (error, sites) =>
  [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${inSources(String(site))}`)].join('\n');

const program = { exports: {} };
script.runInThisContext()(program.exports, createRequire(FILE), program, FILE, __dirname);

/** Whether the compiled code was used. */
const isCompiled = script.cachedDataRejected === false;
module.exports = { ...program.exports, isCompiled };

/** Runs what a start runs, and writes the compiled code of all functions that it called. */
async function compile() {
  await program.exports.load?.();
  await program.exports.rehearse?.();
  writeFileSync(CACHE, script.createCachedData());
  process.exit();
}

if (require.main === module) void compile();

import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { useGlobals } from './globals.mjs';
import { formatStack } from './source-lines.mjs';
import { skipAfterFailedStep } from './steps.mjs';

/*
 * Jest's own runner, but for who imports the spec files: Node, instead of Jest's copy of its module system. That makes every module
 * again for every spec file, which for the whole API takes seconds; Node makes those that spec files share once in a worker, and
 * what has become fast stays so. The price: spec files of one worker share their globals and the state of modules too.
 */

register('../lib/source-loader.mjs', import.meta.url, {
  data: { '@jest/globals': new URL('./globals.mjs', import.meta.url).href },
});
process.setSourceMapsEnabled(true);

// Jest lives in a realm of its own. Where it is asked about values of ours it has to mean the same by these names:
// `expect.any(String)`, `toThrow(TypeError)`.
const SHARED = [
  ...['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'BigInt', 'Symbol', 'Date', 'RegExp', 'Promise'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'ArrayBuffer', 'DataView'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
];

let runs = 0;

/** A `testRunner` of Jest: runs one spec file. */
export default function run(globalConfig, config, environment, runtime, testPath, ...rest) {
  for (const name of SHARED) environment.global[name] = globalThis[name];
  // The timers to be faked are Node's.
  const Timers = environment.fakeTimersModern.constructor;
  environment.fakeTimersModern = new Timers({ config, global: globalThis });
  environment.handleTestEvent = skipAfterFailedStep;
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (path) => {
    useGlobals(runtime.requireModuleOrMock(path, '@jest/globals'));
    return importAnew(path);
  };
  return circus.default(globalConfig, config, environment, runtime, testPath, ...rest);
}

function importAnew(path) {
  // Jest sets its own for each spec file, which knows only what Jest has made.
  Error.prepareStackTrace = formatStack;
  const url = pathToFileURL(path);
  // Another address is another module.
  url.searchParams.set('run', String(++runs));
  return import(url.href);
}

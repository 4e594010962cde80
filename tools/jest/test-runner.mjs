import asyncHooks from 'node:async_hooks';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { registerSources } from '../lib/source-loader.mjs';
import { measured } from './cpu-time.mjs';
import { useGlobals } from './globals.mjs';
import { watchSides, withinSides } from './side-watch.mjs';
import { formatStack } from './source-lines.mjs';
import { useCells } from './spec-cells.mjs';
import { skipAfterFailedStep } from './steps.mjs';

/*
 * Jest's runner, except that Node imports the spec files instead of Jest's module system, which loads every module again for each file and
 * costs seconds for the API.
 * Node loads shared modules once per worker, and compiled code stays fast. Disadvantage: spec files of one worker share globals and module
 * state.
 */

registerSources({ '@jest/globals': new URL('./globals.mjs', import.meta.url).href });
process.setSourceMapsEnabled(true);

// Jest runs in a separate realm. For values of the specs, these names must mean the same there: `expect.any(String)`, `toThrow(TypeError)`.
const SHARED = [
  ...['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'BigInt', 'Symbol', 'Date', 'RegExp', 'Promise'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'ArrayBuffer', 'DataView'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
];

let runs = 0;

/** A Jest `testRunner`: runs one spec file. */
export default function run(...args) {
  return measured(args[4], () => runFile(...args));
}

async function runFile(globalConfig, config, environment, runtime, testPath, ...rest) {
  await watchSides();
  const within = await useCells(testPath);
  for (const name of SHARED) environment.global[name] = globalThis[name];
  // Fake timers must replace Node's.
  const Timers = environment.fakeTimersModern.constructor;
  environment.fakeTimersModern = new Timers({ config, global: globalThis });
  environment.handleTestEvent = skipAfterFailedStep;
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (path) => {
    useGlobals(runtime.requireModuleOrMock(path, '@jest/globals'));
    return importAnew(path);
  };
  const { running, storages } = trackStorages(() =>
    within(() => circus.default(globalConfig, config, environment, runtime, testPath, ...rest)),
  );
  try {
    return await withinSides(running);
  } finally {
    for (const storage of storages) storage.disable();
  }
}

/**
 * Jest loads its test framework again for each spec file, and with it an `AsyncLocalStorage`. Unless it is disabled, Node copies its store
 * to every later promise of the worker.
 */
function trackStorages(start) {
  const { AsyncLocalStorage } = asyncHooks;
  const storages = [];
  class TrackedStorage extends AsyncLocalStorage {
    constructor(...options) {
      super(...options);
      storages.push(this);
    }
  }
  // It is a getter, to which nothing can be assigned.
  const original = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
  Object.defineProperty(asyncHooks, 'AsyncLocalStorage', {
    value: TrackedStorage,
    configurable: true,
    enumerable: true,
  });
  try {
    // Loads the framework before its first wait.
    const running = start();
    if (storages.length === 0)
      throw new Error('Jest creates no AsyncLocalStorage, or later: see docs/upgrade-checks.md');
    return { running, storages };
  } finally {
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', original);
  }
}

function importAnew(path) {
  // Jest sets its own for each spec file, and it only knows Jest's modules.
  Error.prepareStackTrace = formatStack;
  const url = pathToFileURL(path);
  // A different URL makes it a different module.
  url.searchParams.set('run', String(++runs));
  return import(url.href);
}

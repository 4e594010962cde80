import { availableParallelism } from 'node:os';

/*
 * Jest runs the specs, Node imports them (tools/jest/test-runner.mjs): TypeScript by way of SWC, workspace packages from their sources,
 * so nothing has to be built first. Jest transforms nothing and resolves nothing.
 */
const project = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  testRunner: './tools/jest/test-runner.mjs',
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/(apps|libs)/[^/]+/dist/', '<rootDir>/.data/', '<rootDir>/.nx/'],
};

const globalTeardown = './tools/jest/global-teardown.mjs';
const database = { globalSetup: './tools/jest/database-setup.mjs', globalTeardown };
const browser = { globalSetup: './tools/jest/browser-setup.mjs', globalTeardown };

export default {
  // Two more than cores, as specs wait much of their time for the database, timers and pages.
  maxWorkers: availableParallelism() + 2,
  testSequencer: './tools/jest/longest-first.mjs',
  // A guard against hanging, longer than any single wait of a test (libs/testing/src/patience.ts).
  testTimeout: 600_000,
  // A worker without open handles still needs 0.4 s to free a heap of 430 MB on one core. A worker that exceeds this limit hangs.
  workerGracefulExitTimeout: 10_000,
  projects: [
    { ...project, displayName: 'unit', testMatch: ['<rootDir>/{libs,apps}/*/src/**/*.spec.ts'] },
    { ...project, ...database, displayName: 'e2e', testMatch: ['<rootDir>/{libs,apps}/*/test/**/*.e2e-spec.ts'] },
    { ...project, ...browser, displayName: 'browser', testMatch: ['<rootDir>/apps/*/test/**/*.browser-spec.ts'] },
  ],
};

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

const database = {
  globalSetup: './tools/jest/global-setup.mjs',
  globalTeardown: './tools/jest/global-teardown.mjs',
};

export default {
  // One more than cores, as specs wait a good part of their time: 16 files end in 32 s in place of 38, for a twelfth more of processor time.
  maxWorkers: 3,
  testTimeout: 20_000,
  projects: [
    { ...project, displayName: 'unit', testMatch: ['<rootDir>/{libs,apps}/*/src/**/*.spec.ts'] },
    { ...project, ...database, displayName: 'e2e', testMatch: ['<rootDir>/{libs,apps}/*/test/**/*.e2e-spec.ts'] },
    { ...project, ...database, displayName: 'browser', testMatch: ['<rootDir>/apps/*/test/**/*.browser-spec.ts'] },
  ],
};

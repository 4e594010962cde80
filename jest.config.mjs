import { swcOptions } from './tools/lib/swc-options.mjs';

/*
 * ES modules all the way (NestJS 12 is nothing else), which Node 20's Jest needs NODE_OPTIONS=--experimental-vm-modules for;
 * tools/test.mjs sets it. TypeScript goes through SWC, workspace packages are their sources, so nothing has to be built first.
 */
const project = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@billhook/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', swcOptions],
    // An ES module that @fastify/static (CommonJS) requires: Node 20 can do that, Node 20's Jest can not.
    '/content-disposition/.+\\.js$': ['@swc/jest', { ...swcOptions, module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: ['/node_modules/(?!(\\.pnpm/)?content-disposition)'],
  // Sources say `.js` as Node wants it; packages really have it.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts'] },
  modulePathIgnorePatterns: ['<rootDir>/(apps|libs)/[^/]+/dist/', '<rootDir>/.data/', '<rootDir>/.nx/'],
};

const database = {
  globalSetup: './tools/jest/global-setup.mjs',
  globalTeardown: './tools/jest/global-teardown.mjs',
};

export default {
  // Two cores, and PostgreSQL works on them too.
  maxWorkers: 2,
  testTimeout: 20_000,
  projects: [
    { ...project, displayName: 'unit', testMatch: ['<rootDir>/{libs,apps}/*/src/**/*.spec.ts'] },
    { ...project, ...database, displayName: 'e2e', testMatch: ['<rootDir>/{libs,apps}/*/test/**/*.e2e-spec.ts'] },
    { ...project, ...database, displayName: 'browser', testMatch: ['<rootDir>/apps/*/test/**/*.browser-spec.ts'] },
  ],
};

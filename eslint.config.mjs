import eslint from '@eslint/js';
import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const BASE = ['layer:domain', 'layer:contract', 'layer:platform'];
const SERVER = [...BASE, 'layer:data', 'area:identity', 'area:invoicing', 'area:webhooks'];
const NO_SCREENS = ['@nestjs/swagger', 'swagger-*', 'react', 'react-dom'];

/*
 * Who may import whom; docs/architecture.md has the same table with its reasons. `only` are tags of projects, `ban` are packages.
 */
const LAYERS = [
  { tag: 'layer:domain', only: [], ban: ['*'] },
  { tag: 'layer:contract', only: ['layer:domain'], ban: ['@nestjs/*', 'typeorm', 'bullmq'] },
  { tag: 'layer:platform', only: [], ban: ['typeorm', '@nestjs/swagger', 'swagger-*'] },
  { tag: 'layer:data', only: [...BASE, 'layer:data'], ban: NO_SCREENS },
  { tag: 'area:identity', only: [...BASE, 'layer:data'], ban: NO_SCREENS },
  { tag: 'area:invoicing', only: [...BASE, 'layer:data', 'area:identity'], ban: NO_SCREENS },
  { tag: 'area:webhooks', only: [...BASE, 'layer:data', 'area:identity', 'area:invoicing'], ban: NO_SCREENS },
  { tag: 'app:server', only: SERVER, ban: ['react', 'react-dom'] },
  { tag: 'app:demo', only: [...SERVER, 'app:server'], ban: ['react', 'react-dom'] },
  {
    tag: 'app:browser',
    only: ['layer:domain', 'layer:contract', 'app:browser'],
    ban: ['@nestjs/*', 'typeorm', 'bullmq'],
  },
  { tag: 'layer:testing', only: [...BASE, 'layer:data', 'layer:testing', 'app:browser'], ban: [] },
];

/** @param inSpecs specs may use libs/testing, and the domain's may use packages */
function boundaries(inSpecs) {
  const depConstraints = LAYERS.map(({ tag, only, ban }) => ({
    sourceTag: tag,
    onlyDependOnLibsWithTags: inSpecs ? [...only, 'layer:testing'] : only,
    bannedExternalImports: ban.filter((name) => !(inSpecs && name === '*')),
  }));
  // A project without one of these tags may import nothing: absence is refused.
  // How pages are built is a tool, used while building and by no program.
  return ['error', { depConstraints, allow: ['../../tools/page-config.js'] }];
}

const SPECS = ['**/*.spec.ts', '**/*.spec.tsx', '*/*/test/**'];

const NODE_GLOBALS = [
  ...[
    'process',
    'console',
    'Buffer',
    'URL',
    'URLSearchParams',
    'fetch',
    'AbortSignal',
    'AbortController',
    'performance',
  ],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'structuredClone'],
];

const restrictedImports = {
  paths: [
    {
      name: '@nestjs/common',
      importNames: ['forwardRef'],
      message: 'A circle between features: turn one arrow round.',
    },
    {
      name: '@tanstack/react-query',
      importNames: ['useMutation'],
      message: 'Its cache holds passwords and keys: run writes with useAction of @billhook/ui/use-action.',
    },
    { name: 'node:process', message: 'Settings come from @billhook/platform/env.' },
    { name: 'process', message: 'Settings come from @billhook/platform/env.' },
  ],
};

/** The folders of the settings. Each imports only those behind it. */
const SCREEN_FOLDERS = ['app', 'webhooks', 'invoicing', 'identity', 'shared'];

const screenArrows = SCREEN_FOLDERS.slice(1).map((folder, index) => {
  const before = SCREEN_FOLDERS.slice(0, index + 1);
  const message = `${folder} is below ${before.join(', ')}: move what both need into shared.`;
  const patterns = [{ regex: `^(\\.\\./)+(${before.join('|')})/`, message }];
  return {
    files: [`apps/settings/src/${folder}/**`],
    rules: { 'no-restricted-imports': ['error', { ...restrictedImports, patterns }] },
  };
});

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '.data/', '.nx/', 'coverage/', 'test-results/'] },
  // A rule that is wrong is changed here (or in .oxlintrc.json, which has the rules that need types), for everyone to see.
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  eslint.configs.recommended,
  { rules: { 'no-warning-comments': ['error', { terms: ['oxlint-disable'], location: 'anywhere' }] } },
  // To refuse control characters in names is what such expressions are for.
  { rules: { 'no-control-regex': 'off' } },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: Object.fromEntries(NODE_GLOBALS.map((name) => [name, 'readonly'])) },
  },
  {
    // What browsers load as it is, before any program of ours.
    files: ['apps/docs/static/**/*.js', 'libs/ui/page/static/*.js'],
    languageOptions: {
      globals: { document: 'readonly', localStorage: 'readonly', matchMedia: 'readonly', addEventListener: 'readonly' },
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommended],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(false),
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-restricted-imports': ['error', restrictedImports],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings come from @billhook/platform/env.' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  ...screenArrows,
  { files: ['libs/platform/src/{env,spec-env}.ts'], rules: { 'no-restricted-properties': 'off' } },
  // A migration is SQL, and one step of the schema is one file.
  { files: ['libs/db/src/migrations/*.ts'], rules: { 'max-lines': 'off' } },
  { files: SPECS, rules: { '@nx/enforce-module-boundaries': boundaries(true) } },
  { files: ['**/*.tsx'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: ['apps/{settings,portal,public,docs}/**/*.{ts,tsx}', 'libs/ui/**/*.{ts,tsx}'],
    rules: {
      // Takes every handler that is passed to a function, as in Mantine's `form.onSubmit(save)`, for one that is called at once.
      'react-hooks/refs': 'off',
    },
  },
  {
    // Imports go by file, so that one sees where a thing lives and no circle hides behind a list.
    files: ['**/index.ts'],
    rules: { 'no-restricted-syntax': ['error', { selector: 'Program', message: 'No barrels: import by file.' }] },
  },
);

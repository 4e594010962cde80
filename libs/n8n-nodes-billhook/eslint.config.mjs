import { config } from '@n8n/node-cli/eslint';

// The rules of n8n for community nodes; `npm run n8n` runs them.
export default [
  ...config,
  { ignores: ['types/', '*.mjs'] },
  {
    files: ['package.json'],
    rules: {
      // The license is Billhook's, and the project has no email address.
      'n8n-nodes-base/community-package-json-license-not-default': 'off',
      '@n8n/community-nodes/valid-author': 'off',
    },
  },
];

import { config } from '@n8n/node-cli/eslint';

// The rules of n8n for community nodes; `npm run n8n` runs them.
export default [
  ...config,
  { ignores: ['types/', '*.mjs'] },
  {
    files: ['package.json'],
    rules: {
      // The license is that of Billhook, and the project has no address for emails.
      'n8n-nodes-base/community-package-json-license-not-default': 'off',
      '@n8n/community-nodes/valid-author': 'off',
    },
  },
];

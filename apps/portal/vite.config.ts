import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { PAGE_FILES, pageBuild, pageFrame, type PageBundle } from '../../tools/page-config.js';

const BUNDLES: readonly PageBundle[] = [
  { name: 'endpoints', test: /webhook-screens\/src\/endpoints\/endpoints-page\.tsx$/ },
  // One script: what these share would be divided into scripts that import each other in a circle.
  { name: 'details', test: /webhook-screens\/src\/(endpoints|deliveries)\/[\w-]+-(page|dialog|drawer)\.tsx$/ },
];

export default defineConfig({
  base: '/portal/',
  publicDir: PAGE_FILES,
  plugins: [react(), pageFrame('plain')],
  resolve: { conditions: ['@billhook/source', ...defaultClientConditions] },
  build: pageBuild(BUNDLES),
  server: {
    port: 5174,
    proxy: { '/app': 'http://localhost:3000', '/v1': 'http://localhost:3000', '/portal/api': 'http://localhost:3000' },
  },
});

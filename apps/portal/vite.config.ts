import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { PAGE_FILES, pageBuild, pageFrame, WEBHOOK_BUNDLES } from '../../tools/page-config.js';

export default defineConfig({
  base: '/portal/',
  publicDir: PAGE_FILES,
  plugins: [react(), pageFrame('plain')],
  resolve: { conditions: ['@billhook/source', ...defaultClientConditions] },
  build: pageBuild(WEBHOOK_BUNDLES),
  server: {
    port: 5174,
    proxy: { '/app': 'http://localhost:3000', '/v1': 'http://localhost:3000', '/portal/api': 'http://localhost:3000' },
  },
});

import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { PAGE_FILES, pageBuild, pageFrame } from '../../tools/page-config.js';

export default defineConfig({
  base: '/portal/',
  publicDir: PAGE_FILES,
  plugins: [react(), pageFrame('plain')],
  resolve: { conditions: ['@billhook/source', ...defaultClientConditions] },
  build: pageBuild([{ name: 'endpoints', test: /src\/endpoints\/endpoints-page\.tsx$/ }]),
  server: {
    port: 5174,
    proxy: { '/app': 'http://localhost:3000', '/v1': 'http://localhost:3000', '/portal/api': 'http://localhost:3000' },
  },
});

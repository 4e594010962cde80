import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { PAGE_FILES, pageBuild, pageFrame } from '../../tools/page-config.js';
import { serverPage } from './server-build.js';

export default defineConfig({
  base: '/d/',
  publicDir: PAGE_FILES,
  plugins: [react(), pageFrame('plain'), serverPage()],
  resolve: { conditions: ['@billhook/source', ...defaultClientConditions] },
  build: pageBuild(),
  server: {
    port: 5175,
    proxy: { '/public/api': 'http://localhost:3000' },
  },
});

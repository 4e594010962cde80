import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { SKELETON_FIRST, pageBuild } from '../../tools/page-config.js';

export default defineConfig({
  base: '/d/',
  plugins: [react(), SKELETON_FIRST],
  resolve: { conditions: ['@billhook/source', ...defaultClientConditions] },
  build: pageBuild(),
  server: {
    port: 5175,
    proxy: { '/public/api': 'http://localhost:3000' },
  },
});

import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { pageBuild } from '../../tools/page-config.js';

export default defineConfig({
  base: '/d/',
  plugins: [react()],
  resolve: { conditions: ['@billhook/source', ...defaultClientConditions] },
  build: pageBuild(),
  server: {
    port: 5175,
    proxy: { '/public/api': 'http://localhost:3000' },
  },
});

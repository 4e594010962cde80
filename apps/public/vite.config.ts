import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  base: '/d/',
  plugins: [react()],
  resolve: { conditions: ['@billhook/source', ...defaultClientConditions] },
  // The strict content security policy takes no data: scripts or fonts; small pictures stay files of their own too.
  build: { outDir: 'dist', assetsInlineLimit: 0, target: 'es2022', modulePreload: { polyfill: false } },
  server: {
    port: 5175,
    proxy: { '/public/api': 'http://localhost:3000' },
  },
});

import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { PAGE_FILES, pageBuild, pageFrame, WEBHOOK_BUNDLES, type PageBundle } from '../../tools/page-config.js';

const BUNDLES: readonly PageBundle[] = [
  // Both languages name these: in a bundle of pages, the texts would load those pages.
  { name: 'document-texts', test: /contract\/src\/invoicing\/document-texts\.ts$/ },
  { name: 'lists', test: /-list-page\.tsx$|src\/identity\/keys\/key-list\/my-keys-page\.tsx$/ },
  { name: 'sign-in', test: /src\/identity\/session\/[\w-]+-page\.tsx$/ },
  { name: 'forms', test: /src\/shared\/(forms|workspace)\/|libs\/ui\/src\/components\// },
  { name: 'applications', test: /src\/identity\/(applications|consent)\/[\w-]+-page\.tsx$/ },
  ...WEBHOOK_BUNDLES,
];

export default defineConfig({
  base: '/settings/',
  publicDir: PAGE_FILES,
  plugins: [react(), pageFrame('frame')],
  resolve: { conditions: ['@billhook/source', ...defaultClientConditions] },
  build: pageBuild(BUNDLES),
  server: {
    port: 5173,
    proxy: { '/app': 'http://localhost:3000', '/v1': 'http://localhost:3000', '/portal/api': 'http://localhost:3000' },
  },
});

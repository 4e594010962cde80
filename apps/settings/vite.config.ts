import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import {
  KIT_BUNDLES,
  PAGE_FILES,
  pageBuild,
  pageFrame,
  WEBHOOK_BUNDLES,
  type PageBundle,
} from '../../tools/page-config.js';

/** What most pages show: in the bundle of some pages, the others would load that bundle. */
const FRAME = new RegExp(
  [
    'workspace/(money|record-status|no-permission|records|client-name)\\.tsx?$',
    'workspace/workspace\\.css$',
    'dates/use-today\\.ts$',
    'ui/src/components/(relative-time|status-badge|use-hint|email-address|data-table|date-field|page-header|paged-list)\\.tsx$',
    'ui/src/(country-name|dot|valid-language)\\.ts$',
    // Selects use them as well, which lists do not show.
    '@mantine/core/esm/components/(NativeSelect/|Checkbox/CheckIcon)',
    '@mantine/core/esm/core/(utils/noop|MantineProvider/color-functions/get-auto-contrast-value)',
    '@mantine/hooks/esm/use-debounced-callback',
  ].join('|'),
);

const BUNDLES: readonly PageBundle[] = [
  // Both languages name these: in a bundle of pages, the texts would load those pages.
  {
    name: 'document-texts',
    test: /contract\/src\/invoicing\/document-texts\.ts$|domain\/src\/shared\/resource-words\.ts$/,
  },
  { name: 'later-texts.en', test: /later-texts\.en\.ts$/ },
  { name: 'later-texts.fr', test: /later-texts\.fr\.ts$/ },
  { name: 'frame', test: FRAME },
  { name: 'months', test: /ui\/src\/use-month-format\.ts$/ },
  { name: 'plots', test: /ui\/src\/components\/time-plot\.tsx$/ },
  // The checklist of the first page uses one of its rules.
  { name: 'tax-parties', test: /invoicing\/taxes\/tax-parties\.ts$/ },
  ...KIT_BUNDLES,
  { name: 'record-lists', test: /workspace\/record-list-page\.tsx$/ },
  { name: 'lists', test: /src\/invoicing\/[\w-]+\/[\w-]+-list-page\.tsx$/ },
  {
    name: 'forms',
    // Addresses and identifiers bring their rules along. The editor shows them in dialogs only.
    test: /src\/shared\/forms\/(?!(address|scheme|street)-field)|libs\/ui\/src\/components\/(?!opened-|session-dialog|step-up-dialog|calendar-popover|date-calendar|time-plot|virtual-rows)/,
  },
  { name: 'records', test: /src\/shared\/workspace\/(?!record-actions|stale-notice|deleted-notice)/ },
  { name: 'record-actions', test: /src\/shared\/workspace\/record-actions\.tsx$/ },
  { name: 'keys', test: /src\/identity\/keys\/key-list\/my-keys-page\.tsx$/ },
  { name: 'sign-in', test: /src\/identity\/session\/[\w-]+-page\.tsx$/ },
  ...WEBHOOK_BUNDLES,
  { name: 'applications', test: /src\/identity\/(applications|consent)\/[\w-]+-page\.tsx$/ },
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

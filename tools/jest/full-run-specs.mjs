import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

/*
 * Spec files that `npm test` omits: `npm run test:full` and `npm test -- <pattern>` run them. Decision 123 names the cheaper specs that
 * cover their rules.
 */
const FULL_RUN_SPECS = [
  'apps/api/test/identity/keys.browser-spec.ts',
  'apps/api/test/identity/applications.browser-spec.ts',
  'apps/api/test/identity/audit-log.browser-spec.ts',
  'apps/api/test/identity/consent.browser-spec.ts',
  'apps/api/test/identity/members.browser-spec.ts',
  'apps/api/test/installation/operator-database.e2e-spec.ts',
  'apps/api/test/invoicing/workspace-company.browser-spec.ts',
  'apps/api/test/invoicing/workspace-editor.browser-spec.ts',
  'apps/api/test/invoicing/workspace-money.browser-spec.ts',
  'apps/api/test/invoicing/workspace-quotes.browser-spec.ts',
  'apps/api/test/request/error-states.browser-spec.ts',
  'apps/api/test/sdk/python.e2e-spec.ts',
  'apps/api/test/sdk/quickstart.e2e-spec.ts',
  'apps/api/test/webhooks/portal-deliveries.browser-spec.ts',
  'apps/api/test/webhooks/portal-endpoints.browser-spec.ts',
  'apps/api/test/webhooks/portal-tools.browser-spec.ts',
];

/**
 * The spec files that a run of this size omits.
 * @param size TEST_SIZE of the run
 * @throws an Error if an entry of the table names no file: its specs would run again unnoticed
 */
export function omittedSpecs(size) {
  const missing = FULL_RUN_SPECS.filter((path) => !existsSync(join(root, path)));
  if (missing.length > 0) throw new Error(`tools/jest/full-run-specs.mjs names missing files: ${missing.join(', ')}.`);
  return size === 'short' ? FULL_RUN_SPECS : [];
}

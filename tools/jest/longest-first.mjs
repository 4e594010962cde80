import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import Sequencer from '@jest/test-sequencer';
import { root } from '../lib/root.mjs';

/*
 * The seconds that the longest spec files take, so that none of them starts last and runs alone at the end. An entry
 * that is missing or wrong costs time only. After a run Jest knows the durations of this machine.
 */
const SECONDS = {
  'apps/worker/test/installation/exact-copy.e2e-spec.ts': 300,
  'apps/api/test/request/shell.browser-spec.ts': 74,
  'apps/api/test/installation/company-export-worker.e2e-spec.ts': 66,
  'apps/api/test/identity/keys.browser-spec.ts': 66,
  'apps/api/test/identity/members.browser-spec.ts': 64,
  'apps/api/test/installation/npm-start.e2e-spec.ts': 58,
  'apps/api/test/invoicing/workspace-money.browser-spec.ts': 56,
  'apps/api/test/sdk/python.e2e-spec.ts': 48,
  'apps/worker/test/chaos/killed-worker.e2e-spec.ts': 45,
  'apps/api/test/request/screens.browser-spec.ts': 44,
  'apps/worker/test/webhooks/runs.e2e-spec.ts': 44,
  'apps/api/test/identity/applications.browser-spec.ts': 39,
  'apps/api/test/invoicing/public-document.browser-spec.ts': 36,
  'apps/api/test/webhooks/golden-path.browser-spec.ts': 32,
  'apps/api/test/invoicing/workspace.browser-spec.ts': 30,
  'apps/api/test/request/error-states.browser-spec.ts': 30,
  'apps/api/test/installation/operator-database.e2e-spec.ts': 29,
  'apps/api/test/request/conformance-writes.e2e-spec.ts': 27,
  'apps/api/test/request/bundle.e2e-spec.ts': 26,
  'apps/api/test/invoicing/series-race.e2e-spec.ts': 24,
  'apps/api/test/request/api-processes.e2e-spec.ts': 24,
  'apps/api/test/mcp/mcp-tools.e2e-spec.ts': 24,
  'libs/testing/test/release.e2e-spec.ts': 23,
  'apps/api/test/installation/company-exports.e2e-spec.ts': 23,
  'apps/api/test/webhooks/portal-deliveries.browser-spec.ts': 22,
  'apps/api/test/request/conformance-access.e2e-spec.ts': 22,
  'apps/api/test/identity/consent.browser-spec.ts': 21,
  'apps/worker/test/invoicing/documents.e2e-spec.ts': 21,
  'apps/api/test/request/fuzz.e2e-spec.ts': 20,
  'apps/api/test/request/conformance-bodies.e2e-spec.ts': 19,
  'apps/api/test/webhooks/portal-endpoint.browser-spec.ts': 19,
  'apps/api/test/invoicing/workspace-company.browser-spec.ts': 18,
  'apps/api/test/webhooks/portal-endpoints.browser-spec.ts': 40,
  'apps/api/test/request/page-weight.browser-spec.ts': 30,
  'apps/api/test/invoicing/workspace-editor.browser-spec.ts': 40,
  'apps/api/test/installation/company-export-download.e2e-spec.ts': 17,
  'libs/testing/test/commit-hook.e2e-spec.ts': 16,
  'apps/worker/test/installation/company-deletion.e2e-spec.ts': 16,
  'apps/api/test/invoicing/pdf-drawing.e2e-spec.ts': 16,
  'apps/worker/test/invoicing/mail.e2e-spec.ts': 15,
  'apps/api/test/request/conformance-reads.e2e-spec.ts': 15,
  'apps/api/test/identity/sign-in.e2e-spec.ts': 15,
  'apps/api/test/installation/database-mistakes.e2e-spec.ts': 15,
  'apps/worker/test/installation/backup.e2e-spec.ts': 14,
  'apps/api/test/invoicing/document-chain.e2e-spec.ts': 14,
  'apps/api/test/sdk/quickstart.e2e-spec.ts': 13,
  'apps/api/test/sdk/sdk-package.e2e-spec.ts': 13,
  'apps/api/test/identity/key-revocation.e2e-spec.ts': 13,
  'libs/pdf/src/render-pdf.bytes.spec.ts': 12,
  'apps/api/test/invoicing/lists-invoices.e2e-spec.ts': 12,
  'apps/api/test/request/versions.e2e-spec.ts': 11,
  'apps/api/test/invoicing/lists-pages.e2e-spec.ts': 11,
  'apps/api/test/request/conformance-document.e2e-spec.ts': 11,
  'apps/api/test/sdk/command-line.e2e-spec.ts': 11,
  'apps/api/test/sdk/listen.e2e-spec.ts': 11,
  'apps/worker/test/chaos/redis-faults.e2e-spec.ts': 11,
  'apps/api/test/invoicing/workspace-quotes.browser-spec.ts': 11,
  'apps/api/test/invoicing/lists-quotes-and-credit-notes.e2e-spec.ts': 10,
  'apps/api/test/invoicing/lists-all-pages.e2e-spec.ts': 10,
  'apps/api/test/invoicing/actions-table.e2e-spec.ts': 10,
  'libs/db/src/embedded/embedded-postgres.spec.ts': 10,
  'apps/api/test/monitoring/metrics.e2e-spec.ts': 10,
  'apps/api/test/identity/audit-log.browser-spec.ts': 10,
};

/** Runs failed specs first and then the longest ones. */
export default class LongestFirst extends Sequencer {
  /**
   * The specs of one machine (`--shard=2/4`). Every machine calculates all shares alike: from the table, and not from its own durations.
   * @param options `shardIndex` from 1, and `shardCount`
   */
  shard(tests, { shardIndex, shardCount }) {
    const shares = Array.from({ length: shardCount }, () => ({ time: 0, tests: [] }));
    const longest = tests.map((test) => ({ test, name: nameOf(test.path), time: estimate(test.path) }));
    longest.sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1));
    for (const { test, time } of longest) {
      const shortest = shares.reduce((least, share) => (share.time < least.time ? share : least));
      shortest.tests.push(test);
      shortest.time += time;
    }
    return shares[shardIndex - 1].tests;
  }

  /** Jest asks here for a spec file without a measured duration. */
  time(test) {
    return super.time(test) ?? estimate(test.path);
  }
}

/** In ms. Spec files that are not in the table take at most ten seconds; larger ones take longer. */
export function estimate(path) {
  const seconds = SECONDS[nameOf(path)];
  return seconds === undefined ? Math.min(statSync(path).size / 5, 9000) : seconds * 1000;
}

/** The path from the root of the repository, with slashes. */
function nameOf(path) {
  return relative(root, path).split(sep).join('/');
}

import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import Sequencer from '@jest/test-sequencer';
import { root } from '../lib/root.mjs';
import { filesOfShortRun } from './short-run.mjs';

/*
 * The seconds that the longest spec files take, so that none of them starts last and runs alone at the end. An entry
 * that is missing or wrong costs time only. After a run Jest knows the durations of this machine.
 */
const SECONDS = {
  'apps/worker/test/installation/exact-copy.e2e-spec.ts': 300,
  'apps/api/test/sdk/python.e2e-spec.ts': 128,
  'apps/api/test/installation/npm-start.e2e-spec.ts': 118,
  'apps/api/test/invoicing/workspace-live.browser-spec.ts': 101,
  'apps/api/test/request/screens.browser-spec.ts': 98,
  'apps/api/test/installation/company-export-worker.e2e-spec.ts': 91,
  'apps/api/test/installation/company-exports.e2e-spec.ts': 91,
  'apps/api/test/identity/keys.browser-spec.ts': 83,
  'apps/api/test/identity/members.browser-spec.ts': 81,
  'apps/api/test/request/shell.browser-spec.ts': 66,
  'apps/api/test/sdk/sync.e2e-spec.ts': 64,
  'apps/worker/test/chaos/killed-worker.e2e-spec.ts': 60,
  'apps/api/test/invoicing/workspace-money.browser-spec.ts': 59,
  'apps/api/test/invoicing/workspace.browser-spec.ts': 58,
  'apps/api/test/request/replica.e2e-spec.ts': 57,
  'apps/api/test/webhooks/portal-endpoints.browser-spec.ts': 53,
  'apps/api/test/invoicing/public-document.browser-spec.ts': 51,
  'apps/api/test/identity/applications.browser-spec.ts': 50,
  'apps/api/test/webhooks/golden-path.browser-spec.ts': 50,
  'apps/worker/test/webhooks/runs.e2e-spec.ts': 49,
  'apps/api/test/installation/imports.e2e-spec.ts': 48,
  'apps/api/test/installation/operator-database.e2e-spec.ts': 47,
  'apps/api/test/invoicing/workspace-quotes.browser-spec.ts': 47,
  'apps/api/test/invoicing/workspace-company.browser-spec.ts': 45,
  'apps/api/test/invoicing/workspace-editor.browser-spec.ts': 45,
  'apps/api/test/request/conformance-writes.e2e-spec.ts': 42,
  'apps/api/test/request/error-states.browser-spec.ts': 41,
  'apps/worker/test/installation/backup.e2e-spec.ts': 41,
  'apps/worker/test/installation/company-deletion.e2e-spec.ts': 41,
  'apps/worker/test/invoicing/documents.e2e-spec.ts': 40,
  'apps/api/test/installation/sandbox-clock-deliveries.e2e-spec.ts': 39,
  'libs/testing/test/release.e2e-spec.ts': 38,
  'apps/api/test/webhooks/portal-deliveries.browser-spec.ts': 35,
  'apps/api/test/installation/migration-locks.e2e-spec.ts': 33,
  'apps/api/test/request/proxies.e2e-spec.ts': 33,
  'apps/api/test/invoicing/workspace-invoices.browser-spec.ts': 31,
  'apps/api/test/monitoring/metrics.e2e-spec.ts': 31,
  'apps/api/test/identity/consent.browser-spec.ts': 30,
  'apps/worker/test/invoicing/mail.e2e-spec.ts': 30,
  'apps/api/test/webhooks/event-stream.e2e-spec.ts': 29,
  'apps/api/test/webhooks/portal-endpoint.browser-spec.ts': 29,
  'apps/api/test/request/api-processes.e2e-spec.ts': 28,
  'apps/api/test/installation/company-export-download.e2e-spec.ts': 27,
  'apps/api/test/installation/sandbox-clock.e2e-spec.ts': 27,
  'apps/api/test/request/conformance-reads.e2e-spec.ts': 27,
  'apps/api/test/installation/company-creations.e2e-spec.ts': 25,
  'apps/api/test/installation/snapshots.e2e-spec.ts': 25,
  'apps/api/test/invoicing/series-race.e2e-spec.ts': 25,
  'apps/api/test/installation/company-data.browser-spec.ts': 24,
  'apps/api/test/invoicing/actions-table.e2e-spec.ts': 24,
  'apps/api/test/installation/sandbox-records.e2e-spec.ts': 23,
  'apps/api/test/invoicing/workspace-find.browser-spec.ts': 23,
  'apps/api/test/request/bundle.e2e-spec.ts': 23,
  'apps/api/test/sdk/command-line.e2e-spec.ts': 23,
  'apps/docs/test/docs-site.browser-spec.ts': 23,
  'apps/api/test/identity/key-revocation.e2e-spec.ts': 22,
  'apps/api/test/invoicing/lists-invoices.e2e-spec.ts': 22,
  'apps/api/test/invoicing/workspace-phone.browser-spec.ts': 22,
  'apps/api/test/mcp/mcp-tools.e2e-spec.ts': 22,
  'apps/api/test/request/round-trips.e2e-spec.ts': 22,
  'apps/worker/test/chaos/redis-faults.e2e-spec.ts': 22,
  'apps/api/test/invoicing/pdf-drawing.e2e-spec.ts': 21,
  'apps/api/test/request/conformance-bodies.e2e-spec.ts': 21,
  'apps/api/test/identity/sign-in.e2e-spec.ts': 20,
  'apps/api/test/installation/schema.e2e-spec.ts': 20,
  'apps/api/test/installation/set-up.browser-spec.ts': 20,
  'apps/api/test/sdk/sdk-package.e2e-spec.ts': 20,
  'apps/api/test/installation/database-mistakes.e2e-spec.ts': 19,
  'apps/api/test/invoicing/document-chain.e2e-spec.ts': 19,
  'apps/api/test/invoicing/pdf.e2e-spec.ts': 19,
  'apps/api/test/invoicing/quotes-convert-mix.e2e-spec.ts': 19,
  'apps/api/test/request/written-files.e2e-spec.ts': 19,
  'apps/api/test/webhooks/portal-tools.browser-spec.ts': 19,
  'apps/api/test/invoicing/lists-pages.e2e-spec.ts': 18,
  'apps/api/test/request/other-companies.e2e-spec.ts': 18,
  'apps/api/test/request/writes-guides.e2e-spec.ts': 18,
  'apps/api/test/sdk/listen.e2e-spec.ts': 18,
  'apps/api/test/identity/authorization.e2e-spec.ts': 17,
  'apps/api/test/installation/company-deletion-steps.e2e-spec.ts': 17,
  'apps/api/test/request/page-weight.browser-spec.ts': 17,
  'apps/api/test/invoicing/document-chain-forgeries.e2e-spec.ts': 16,
  'apps/api/test/request/conformance-access.e2e-spec.ts': 16,
  'libs/pdf/src/render-pdf.limits.spec.ts': 16,
  'apps/api/test/request/fuzz.e2e-spec.ts': 15,
  'apps/api/test/webhooks/webhook-endpoint-settings.e2e-spec.ts': 15,
  'apps/worker/test/chaos/killed-live-turn.e2e-spec.ts': 15,
  'libs/db/src/embedded/embedded-postgres.spec.ts': 15,
  'apps/api/test/identity/audit-log.browser-spec.ts': 14,
  'apps/api/test/identity/key-secrets.e2e-spec.ts': 14,
  'apps/api/test/installation/archives.e2e-spec.ts': 14,
  'apps/api/test/invoicing/lists-quotes-and-credit-notes.e2e-spec.ts': 14,
  'apps/api/test/request/rate-limits.e2e-spec.ts': 14,
  'apps/demo/test/demo.e2e-spec.ts': 14,
  'apps/docs/src/site.spec.ts': 14,
  'libs/testing/test/commit-hook.e2e-spec.ts': 14,
  'apps/api/test/request/versions.e2e-spec.ts': 13,
  'apps/worker/test/webhooks/queue.e2e-spec.ts': 13,
  'apps/api/test/invoicing/client-import.browser-spec.ts': 12,
  'apps/api/test/request/conformance-document.e2e-spec.ts': 12,
  'libs/pdf/src/render-pdf.bytes.spec.ts': 12,
  'apps/api/test/invoicing/home.browser-spec.ts': 11,
  'apps/api/test/invoicing/lists-search.e2e-spec.ts': 11,
  'apps/api/test/invoicing/receivables.e2e-spec.ts': 11,
  'apps/worker/test/identity/key-expiry.e2e-spec.ts': 11,
  'apps/api/test/identity/account.e2e-spec.ts': 10,
  'apps/api/test/identity/invitation-accept.e2e-spec.ts': 10,
  'apps/api/test/installation/cell-schema.e2e-spec.ts': 10,
  'apps/api/test/invoicing/credit-notes-split.e2e-spec.ts': 10,
  'apps/api/test/invoicing/document-chain-secrets.e2e-spec.ts': 10,
  'apps/api/test/invoicing/link-page.e2e-spec.ts': 10,
  'apps/api/test/invoicing/lists-changes.e2e-spec.ts': 10,
  'apps/api/test/request/rate-limits-shared.e2e-spec.ts': 10,
  'apps/api/test/sdk/command-line-proxies.e2e-spec.ts': 10,
  'apps/worker/test/webhooks/endpoint-rules.e2e-spec.ts': 10,
  'apps/worker/test/webhooks/hostile-receivers.e2e-spec.ts': 10,
  'libs/mail/test/mail-sender.e2e-spec.ts': 10,
};

/** A short run skips all of their tests. */
const ONLY_IN_FULL_RUN = new Set(['apps/worker/test/installation/exact-copy.e2e-spec.ts']);

/** Runs failed specs first and then the longest ones. */
export default class LongestFirst extends Sequencer {
  /**
   * The specs of one machine (`--shard=2/4`). Every machine calculates all shares alike: from the table, and not from its own durations.
   * @param options `shardIndex` from 1, and `shardCount`
   */
  shard(tests, { shardIndex, shardCount }) {
    return equalParts(tests, shardCount)[shardIndex - 1];
  }

  /** In a short run, only its files. */
  sort(tests) {
    const isPart = process.env.TEST_SIZE === 'short' && process.env.TEST_CELLS === undefined;
    return super.sort(isPart ? filesOfShortRun(tests, shortParts) : tests);
  }

  /** Jest asks here for a spec file without a measured duration. */
  time(test) {
    return super.time(test) ?? estimate(test.path);
  }
}

/** The same for a short run. */
export const shortParts = (tests, count) => equalParts(tests, count, shortEstimate);

/** Divides spec files into parts that take about as long. */
export function equalParts(tests, count, estimateOf = estimate) {
  const parts = Array.from({ length: count }, () => ({ time: 0, tests: [] }));
  const longest = tests.map((test) => ({ test, name: nameOf(test.path), time: estimateOf(test.path) }));
  longest.sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1));
  for (const { test, time } of longest) {
    const shortest = parts.reduce((least, part) => (part.time < least.time ? part : least));
    shortest.tests.push(test);
    shortest.time += time;
  }
  return parts.map((part) => part.tests);
}

/** In ms. Spec files that are not in the table take at most ten seconds; larger ones take longer. */
export function estimate(path) {
  const seconds = SECONDS[nameOf(path)];
  return seconds === undefined ? Math.min(statSync(path).size / 5, 9000) : seconds * 1000;
}

/** The same in a short run. */
export const shortEstimate = (path) => (ONLY_IN_FULL_RUN.has(nameOf(path)) ? 0 : estimate(path));

/** The path from the root of the repository, with slashes. */
function nameOf(path) {
  return relative(root, path).split(sep).join('/');
}

import { EXAMPLE_IDS } from '../shared/example-ids.js';
import type { WebhookRunView } from '../webhooks/run.js';

/** A run that is half complete. */
export const exampleRun: WebhookRunView = {
  id: EXAMPLE_IDS.runningRun,
  endpointId: EXAMPLE_IDS.discardedEndpoint,
  kind: 'RecoverFailed',
  status: 'Running',
  since: '2026-12-04T00:00:00.000Z',
  until: '2026-12-05T10:20:30.114Z',
  eventTypes: ['invoice.paid'],
  resourceId: null,
  total: 1200,
  done: 600,
  createdAt: '2026-12-05T10:20:30.114Z',
  updatedAt: '2026-12-05T10:20:33.871Z',
  finishedAt: null,
};

export const examplePausedRun: WebhookRunView = { ...exampleRun, status: 'Paused' };

export const exampleResumedRun: WebhookRunView = { ...exampleRun, id: EXAMPLE_IDS.pausedRun, kind: 'ReplayMissing' };

export const exampleCancelledRun: WebhookRunView = {
  ...exampleRun,
  id: EXAMPLE_IDS.unwantedRun,
  endpointId: EXAMPLE_IDS.disabledEndpoint,
  status: 'Cancelled',
  finishedAt: exampleRun.updatedAt,
};

/** The response to the caller who starts it. */
const started = {
  id: EXAMPLE_IDS.unwantedRun + 1,
  endpointId: EXAMPLE_IDS.endpoint,
  done: 0,
} satisfies Partial<WebhookRunView>;

export const exampleRecovery: WebhookRunView = { ...exampleRun, ...started, updatedAt: exampleRun.createdAt };

export const exampleReplay: WebhookRunView = { ...exampleRecovery, kind: 'ReplayMissing', total: 20 };

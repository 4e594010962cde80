import type { SandboxAdvanceView, SandboxClockView } from '../installation/sandbox-clock.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';

const advance: SandboxAdvanceView = {
  id: EXAMPLE_IDS.advance,
  status: 'Running',
  from: '2026-12-04T10:15:00.000Z',
  to: '2026-12-31T09:00:00.000Z',
  reached: '2026-12-04T10:15:00.000Z',
  done: { overdueInvoices: 0, keyWarnings: 0, dueDeliveries: 0 },
  requestedBy: 'key bht_3kTn9Qa1',
  createdAt: '2026-12-04T10:15:00.000Z',
  completedAt: null,
};

/** The clock of a sandbox in the examples of operations. */
export const exampleAdvance = advance;
export const exampleSandboxClock: SandboxClockView = {
  now: '2026-12-31T09:00:02.000Z',
  realTime: '2026-12-04T10:15:03.000Z',
  advance: {
    ...advance,
    status: 'Completed',
    reached: advance.to,
    done: { overdueInvoices: 3, keyWarnings: 1, dueDeliveries: 2 },
    completedAt: '2026-12-04T10:15:01.000Z',
  },
};

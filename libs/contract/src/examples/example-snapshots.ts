import type { SnapshotView } from '../installation/snapshot.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { EXAMPLE_END } from './example-changes.js';

const running: SnapshotView = {
  id: EXAMPLE_IDS.snapshot + 1,
  status: 'Running',
  resources: ['client', 'invoice'],
  leftOut: [],
  total: 0,
  done: 0,
  after: null,
  parts: [],
  requestedBy: 'key bhk_3kTn9Qa1',
  createdAt: '2026-12-04T10:15:00.000Z',
  completedAt: null,
  expiresAt: null,
};

/** Snapshots in the examples of operations. */
export const exampleSnapshots = {
  created: running,
  completed: {
    ...running,
    id: EXAMPLE_IDS.snapshot,
    status: 'Completed',
    total: 1,
    done: 1,
    after: EXAMPLE_END,
    parts: [
      {
        id: EXAMPLE_IDS.snapshotPart,
        resource: 'client',
        records: 1,
        bytes: 412,
        digest: '5f0c6f1d9c9d4a8a3b7a4d1f7f6b3c2e1a0d9e8f7c6b5a493827160f5e4d3c2b',
      },
    ],
    completedAt: '2026-12-04T10:15:02.000Z',
    expiresAt: '2026-12-05T10:15:02.000Z',
  },
} satisfies Record<string, SnapshotView>;

import type { ImportView } from '../installation/import.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';

const running: ImportView = {
  id: EXAMPLE_IDS.runningImport,
  resource: 'clients',
  format: 'csv',
  dryRun: false,
  status: 'Running',
  failure: null,
  total: 1,
  done: 0,
  created: 0,
  existing: 0,
  rejected: 0,
  requestedBy: 'key bhk_3kTn9Qa1',
  createdAt: '2026-12-04T10:15:00.000Z',
  completedAt: null,
  expiresAt: null,
};

const ended = {
  status: 'Cancelled',
  completedAt: '2026-12-04T10:15:02.000Z',
  expiresAt: '2026-12-11T10:15:02.000Z',
} as const;

/** Imports in the examples of operations. */
export const exampleImports = {
  created: { ...running, id: EXAMPLE_IDS.endedImport + 1 },
  ended: { ...running, ...ended, id: EXAMPLE_IDS.endedImport },
  cancelled: { ...running, ...ended },
} satisfies Record<string, ImportView>;

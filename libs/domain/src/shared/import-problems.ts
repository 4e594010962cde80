import { IMPORT_RESULT_DAYS, MOST_RUNNING_IMPORTS } from './import.js';
import { row, type ProblemRow } from './problem-kinds.js';
import { MOST_RUNNING_SNAPSHOTS, SNAPSHOT_HOURS } from './snapshot.js';

/** Errors of imports and their rows, and of snapshots. */
export const PROBLEMS_OF_IMPORTS = {
  too_many_imports: row(
    'conflict',
    'Too many imports are running',
    `A company can have ${MOST_RUNNING_IMPORTS} imports that have not ended. Wait until one of them ends, or cancel one.`,
  ),
  import_ended: row('conflict', 'The import has ended', 'An import that has ended cannot be cancelled.'),
  import_not_ready: row(
    'conflict',
    'The results cannot be downloaded',
    `The results of an import can be downloaded when it has ended, for ${IMPORT_RESULT_DAYS} days. Wait until its status is no longer Running.`,
  ),
  too_many_snapshots: row(
    'conflict',
    'Too many snapshots are being written',
    `A company can have ${MOST_RUNNING_SNAPSHOTS} snapshots that have not ended. Wait until one of them is completed.`,
  ),
  snapshot_expired: row(
    'gone',
    'The part is no longer stored',
    `The parts of a snapshot are deleted ${SNAPSHOT_HOURS} hours after its end. Request another snapshot.`,
  ),
  range_not_satisfiable: row(
    'range',
    'The range has no byte of the file',
    'Request bytes before the end of the file, or omit Range. The header Content-Range has its size: a download of this size is complete.',
  ),
  row_unreadable: row(
    'invalid',
    'The row cannot be read',
    'Correct the row: its quotes and its number of columns in CSV, or its JSON.',
  ),
  row_repeated: row(
    'conflict',
    'Another record has the same value',
    'existingId is the id of the record, if it exists already. Remove the row, or import without comparing this member.',
  ),
} as const satisfies Record<string, ProblemRow>;

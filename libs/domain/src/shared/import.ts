import { RESOURCES } from './resources.js';

/** What can be imported: one row per resource. */
export const IMPORTABLE = {
  clients: {
    resource: 'client',
    read: RESOURCES.client.read,
    write: RESOURCES.client.write,
    /** Members by which rows can be compared with each other and with existing records. */
    unique: ['email', 'vatNumber'],
  },
} as const;

export type ImportableName = keyof typeof IMPORTABLE;
export const IMPORTABLE_NAMES = Object.keys(IMPORTABLE) as readonly ImportableName[];

export const IMPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What separates the columns of CSV, by its name in the API: some generators of clients reject a tab as a value. */
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type DelimiterName = keyof typeof DELIMITERS;
export type Delimiter = (typeof DELIMITERS)[DelimiterName];
export const DELIMITER_NAMES = Object.keys(DELIMITERS) as readonly DelimiterName[];

/** Running: a worker writes its rows. Completed: each row has a result. Failed: see `failure`. */
export const IMPORT_STATUSES = ['Running', 'Completed', 'Cancelled', 'Failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export const IMPORT_FAILURES = ['permission_lost', 'internal_error'] as const;
export type ImportFailure = (typeof IMPORT_FAILURES)[number];

export const ROW_RESULTS = ['Created', 'Existing', 'Valid', 'Rejected'] as const;
export type RowResult = (typeof ROW_RESULTS)[number];

/** The maximum number of rows: 20,000 take some 20 s of a worker. */
export const MOST_IMPORT_ROWS = 100_000;

/** The maximum size of the request: over 30,000 clients of some 120 bytes. Reading it blocks the API for less than 50 ms. */
export const MOST_IMPORT_BYTES = 4 * 1_048_576;

/** The maximum number of imports of a company that have not ended. */
export const MOST_RUNNING_IMPORTS = 10;

/** Days for which the rows and their results are kept after the end. */
export const IMPORT_RESULT_DAYS = 7;

/** Days for which an import and the keys of its rows are kept, like an Idempotency-Key. */
export const IMPORT_KEY_DAYS = 30;

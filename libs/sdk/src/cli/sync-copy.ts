import type { SyncResource } from '../sync.js';

/** What a copy is of. */
export interface SyncScope {
  readonly url: string;
  readonly companyId: number;
}

/** A record of a copy, as its JSON. */
export interface CopiedRecord {
  readonly id: number;
  readonly version: number;
  readonly text: string;
}

/** Where `billhook sync` writes. What was not committed is undone when the process is killed. */
export interface SyncCopy {
  readonly scope: SyncScope;
  /** Undefined before the first commit. */
  readonly cursor: string | undefined;
  /** All records follow. */
  begin(): void;
  /** @returns whether the copy has changed */
  write(resource: SyncResource, record: CopiedRecord): boolean;
  remove(resource: SyncResource, id: number, version: number): boolean;
  /** Deletes the records that did not follow, and commits. */
  complete(cursor: string): Promise<void>;
  commit(cursor: string): void;
  /** Frees space. @param isLast whether the command ends */
  compact(isLast: boolean): Promise<void>;
  records(resource: SyncResource): AsyncIterable<CopiedRecord> | Iterable<CopiedRecord>;
  close(): void;
}

/** The name of each kind of record, in files and tables. */
export const RESOURCE_FILES: Readonly<Record<SyncResource, string>> = {
  client: 'clients',
  quote: 'quotes',
  invoice: 'invoices',
  credit_note: 'credit_notes',
  payment: 'payments',
};

import type { ChainEntryView } from '@billhook/contract/invoicing/chain-entry';
import { Database } from '@billhook/db/database';
import { Conditions } from '@billhook/db/lists/conditions';
import { type Kept, listNewestFirst, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { Injectable } from '@nestjs/common';

type EntryRow = Omit<ChainEntryView, 'at'> & { readonly at: Date };

const SELECT = `SELECT sequence, company_id AS "companyId", at, resource, record_id AS "recordId", version, number, action,
  encode(digest, 'hex') AS digest, digest_version AS "digestVersion", encode(frozen_digest, 'hex') AS "frozenDigest",
  secret_version AS "secretVersion", encode(hmac, 'hex') AS hmac, coalesce(hash_version, 1) AS "hashVersion",
  encode(hash, 'hex') AS hash FROM document_chain`;

/** Reads the linked entries of a company. */
@Injectable()
export class ChainEntriesRepository {
  constructor(private readonly db: Database) {}

  list(companyId: number, window: Window): Promise<PageOf<Kept<EntryRow>>> {
    const conditions = new Conditions().add('company', 'sequence IS NOT NULL AND company_id = ?', companyId);
    const list = {
      name: 'chain_entry',
      select: SELECT,
      id: 'sequence',
      idOf: (row: EntryRow) => row.sequence,
      conditions,
    };
    return listNewestFirst(this.db, list, window);
  }
}

/** Converts an entry to the form of its response. */
export const presentChainEntry = (row: EntryRow): ChainEntryView => ({ ...row, at: row.at.toISOString() });

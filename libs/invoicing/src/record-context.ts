import { chainEntryOf } from './document-chain/chain-entries.sql.js';
import type { RecordContext } from './records/record.repository.js';

/** What the repositories of records need. Each version that they write gets its entry in the document chain. */
export const recordContext = (parts: Omit<RecordContext, 'effects'>): RecordContext => ({
  ...parts,
  effects: [chainEntryOf],
});

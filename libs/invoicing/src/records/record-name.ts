/** The records that have a timeline, a tombstone and a file. */
export type RecordName = 'invoice' | 'client' | 'quote' | 'payment' | 'credit_note';

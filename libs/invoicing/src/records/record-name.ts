/** The records that have a timeline and a tombstone. */
export type RecordName = 'invoice' | 'client' | 'quote' | 'payment' | 'credit_note';

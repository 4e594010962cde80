/** A position in a log: after the entry with this sequence, or where the entries begin that are all still stored. */
export interface LogPlace {
  readonly sequence: number;
  readonly fromOldest: boolean;
}

/** What one read of a log returns at most. */
export interface LogPortion {
  readonly limit: number;
  /** A larger single entry is returned as well. */
  readonly bytes: number;
}

/** A part of a log, oldest first. */
export interface LogStretch<Entry> {
  readonly entries: readonly Entry[];
  /** Its end; everything before it was read. */
  readonly end: number;
  readonly hasMore: boolean;
}

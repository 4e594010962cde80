/** Work that comes round, on whichever worker is free. It may be repeated and may be late: what it does follows from rows. */
export interface UpkeepJob {
  /** Without a colon; also the name of its schedule. */
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/** All of them: an array of UpkeepJob. */
export const UPKEEP_JOBS = Symbol('upkeep jobs');

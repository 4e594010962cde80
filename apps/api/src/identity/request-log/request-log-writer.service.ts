import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_CELL } from '@billhook/db/cell-rows';
import { currentCell, inCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import type { LoggedRequest } from '@billhook/identity/request-log/logged-request.entity';
import { RequestLogRepository, ROWS_AT_ONCE } from '@billhook/identity/request-log/request-log.repository';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { METER, type Meter } from '@billhook/platform/metrics/meter';
import { stopStep } from '@billhook/platform/stop-step';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';

/** How long a row waits for others. */
const GATHER_MS = 1_000;

/** What waits for slow databases. Above either limit, requests are dropped. */
const LIMITS = [
  { of: ({ rows }: WaitingRows) => rows.length, most: 5_000 },
  { of: ({ characters }: WaitingRows) => characters, most: 8 * 1_048_576 },
] as const;

/** How long drops are counted before a line names them. */
const REPORT_MS = 60_000;

/** Rows of a caller a second for requests that no rate limit counts. */
const MOST_REJECTED = 100;

/** How long a reader waits for the rows of their last requests. */
const READER_MS = 1_000;

/** How long a stop waits for the last rows. */
const STOP_MS = 2_000;

interface WaitingRow {
  readonly row: LoggedRequest;
  readonly cell: number;
}

/** The rows that wait for a server. */
interface WaitingRows {
  readonly rows: WaitingRow[];
  characters: number;
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void> | undefined;
  /** Rows that a reader or a stop waits for, so that they are written without filling a batch. Later rows do not extend the wait. */
  hurried: number;
}

/**
 * Writes the log of requests in batches after their responses. A request neither waits for it nor fails with it: what the database does
 * not take in time is dropped and counted. A killed process loses what it has gathered.
 */
@Injectable()
export class RequestLogWriter implements OnApplicationShutdown {
  /** By the address of the server. */
  readonly #waiting = new Map<string, WaitingRows>();
  /** The rows of `addRejected` since `#rejectedFrom`, by caller. */
  readonly #rejected = new Map<number, number>();
  #rejectedFrom = 0;
  #dropped = 0;
  #error: unknown;
  #report: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: RequestLogRepository,
    private readonly db: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METER) private readonly meter: Meter,
  ) {}

  /** @param cell where the row is written */
  add(row: LoggedRequest, cell: number = FIRST_CELL): void {
    const waiting = this.#waitingFor(cell);
    if (!this.#makeRoom(waiting)) return this.#drop(1);
    waiting.rows.push({ row, cell });
    waiting.characters += sizeOf(row);
    if (waiting.rows.length >= ROWS_AT_ONCE) waiting.writing ??= this.#write(waiting);
    else this.#gather(waiting);
  }

  /** Adds a request that no rate limit counts, which must neither fill the disk nor displace the requests of others. */
  addRejected(row: LoggedRequest, cell: number = FIRST_CELL): void {
    const now = performance.now();
    if (now - this.#rejectedFrom >= GATHER_MS) {
      this.#rejected.clear();
      this.#rejectedFrom = now;
    }
    const count = (this.#rejected.get(row.caller) ?? 0) + 1;
    this.#rejected.set(row.caller, count);
    if (count > MOST_REJECTED) this.#drop(1);
    else this.add(row, cell);
  }

  /** Writes the rows that wait now, after what is being written. */
  async flush(): Promise<void> {
    await Promise.all([...this.#waiting.values()].map((waiting) => this.#flush(waiting)));
  }

  /** For a reader, who expects their last requests, but not to wait for a slow database or for a flow of full batches. */
  async flushBriefly(): Promise<void> {
    const flushed = this.#flush(this.#waitingFor(currentCell() ?? FIRST_CELL));
    await Promise.race([flushed, sleep(READER_MS, undefined, { ref: false })]);
  }

  async onApplicationShutdown(): Promise<void> {
    await stopStep({ what: 'the log of requests', ms: STOP_MS, logger: this.logger }, () => this.flush());
    for (const waiting of this.#waiting.values()) {
      this.#drop(waiting.rows.splice(0).length);
      clearTimeout(waiting.timer);
    }
    clearTimeout(this.#report);
    this.#reportDropped();
  }

  #waitingFor(cell: number): WaitingRows {
    const server = this.db.cells.serverOf(cell);
    const found = this.#waiting.get(server);
    if (found) return found;
    const waiting = { rows: [], characters: 0, timer: undefined, writing: undefined, hurried: 0 };
    this.#waiting.set(server, waiting);
    return waiting;
  }

  /** Drops rows of the server with the most, if another one has reached a limit. @returns false if that is this one */
  #makeRoom(own: WaitingRows): boolean {
    for (const { of, most } of LIMITS) {
      while (sumOf(this.#waiting.values(), of) >= most) {
        const largest = [...this.#waiting.values()].reduce((a, b) => (of(b) > of(a) ? b : a), own);
        const last = largest === own ? undefined : largest.rows.pop();
        if (!last) return false;
        largest.characters -= sizeOf(last.row);
        largest.hurried = Math.min(largest.hurried, largest.rows.length);
        this.#drop(1);
      }
    }
    return true;
  }

  async #flush(waiting: WaitingRows): Promise<void> {
    waiting.hurried = waiting.rows.length;
    waiting.writing ??= this.#write(waiting);
    await waiting.writing;
  }

  #gather(waiting: WaitingRows): void {
    waiting.timer ??= setTimeout(() => void this.#flush(waiting), GATHER_MS).unref();
  }

  /** One statement at a time, so that a slow database holds one connection of the pool. */
  async #write(waiting: WaitingRows): Promise<void> {
    clearTimeout(waiting.timer);
    waiting.timer = undefined;
    // Before the first statement, so that the caller has stored this promise.
    await Promise.resolve();
    while (waiting.rows.length >= ROWS_AT_ONCE || waiting.hurried > 0) {
      const batch = waiting.rows.splice(0, ROWS_AT_ONCE);
      waiting.hurried -= batch.length;
      for (const { row } of batch) waiting.characters -= sizeOf(row);
      for (const [cell, rows] of byCell(batch)) await inCell(cell, () => this.#store(rows));
    }
    waiting.hurried = 0;
    waiting.writing = undefined;
    if (waiting.rows.length > 0) this.#gather(waiting);
  }

  async #store(batch: readonly LoggedRequest[]): Promise<void> {
    try {
      await this.log.add(batch);
      this.meter.count('billhook_request_log_rows_total', { outcome: 'stored' }, batch.length);
    } catch (error) {
      // A row that the database rejects must not lose the others of its batch.
      if (batch.length > 1 && isDataError(error)) {
        for (const row of batch) await this.#store([row]);
        return;
      }
      this.#error = error;
      this.#drop(batch.length);
    }
  }

  /** The first drop is logged immediately, and those of the next minute together. */
  #drop(count: number): void {
    if (count === 0) return;
    this.#dropped += count;
    this.meter.count('billhook_request_log_rows_total', { outcome: 'dropped' }, count);
    if (!this.#report) this.#reportDropped();
  }

  #reportDropped(): void {
    this.#report = undefined;
    if (this.#dropped === 0) return;
    this.logger.warn(
      { err: this.#error, dropped: this.#dropped },
      'the request log lacks requests: they could not be stored, or a rejected caller sent too many',
    );
    this.#error = undefined;
    this.#dropped = 0;
    this.#report = setTimeout(() => this.#reportDropped(), REPORT_MS).unref();
  }
}

function sumOf(all: Iterable<WaitingRows>, of: (waiting: WaitingRows) => number): number {
  let sum = 0;
  for (const waiting of all) sum += of(waiting);
  return sum;
}

/** The rows of a batch by their cell: with one cell, all of them. */
const byCell = (batch: readonly WaitingRow[]): ReadonlyMap<number, readonly LoggedRequest[]> => {
  const found = new Map<number, LoggedRequest[]>();
  for (const { row, cell } of batch) {
    const rows = found.get(cell);
    if (rows) rows.push(row);
    else found.set(cell, [row]);
  }
  return found;
};

/** The characters that a row holds in memory. */
const sizeOf = ({ path, details, requestBody, responseBody }: LoggedRequest): number =>
  path.length + (details?.length ?? 0) + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);

/** Whether the error is of a value: SQLSTATE classes of data exceptions and of violated constraints. */
const isDataError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^2[23]...$/.test(String(error.code));

import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_CELL } from '@billhook/db/cell-rows';
import { inCell } from '@billhook/db/current-cell';
import type { LoggedRequest } from '@billhook/identity/request-log/logged-request.entity';
import { RequestLogRepository, ROWS_AT_ONCE } from '@billhook/identity/request-log/request-log.repository';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { METER, type Meter } from '@billhook/platform/metrics/meter';
import { stopStep } from '@billhook/platform/stop-step';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';

/** How long a row waits for others. */
const GATHER_MS = 1_000;

/** What waits for a slow database. Above either limit, requests are dropped. */
const MOST_ROWS = 5_000;
const MOST_CHARACTERS = 8 * 1_048_576;

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

/**
 * Writes the log of requests in batches after their responses. A request neither waits for it nor fails with it: what the database does
 * not take in time is dropped and counted. A killed process loses what it has gathered.
 */
@Injectable()
export class RequestLogWriter implements OnApplicationShutdown {
  #waiting: WaitingRow[] = [];
  #characters = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  /** Rows that a reader or a stop waits for, so that they are written without filling a batch. Later rows do not extend the wait. */
  #hurried = 0;
  /** The rows of `addRejected` since `#rejectedFrom`, by caller. */
  readonly #rejected = new Map<number, number>();
  #rejectedFrom = 0;
  #dropped = 0;
  #error: unknown;
  #report: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: RequestLogRepository,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METER) private readonly meter: Meter,
  ) {}

  /** @param cell where the row is written */
  add(row: LoggedRequest, cell: number = FIRST_CELL): void {
    if (this.#waiting.length >= MOST_ROWS || this.#characters >= MOST_CHARACTERS) return this.#drop(1);
    this.#waiting.push({ row, cell });
    this.#characters += sizeOf(row);
    if (this.#waiting.length >= ROWS_AT_ONCE) this.#writing ??= this.#write();
    else this.#gather();
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
    this.#hurried = this.#waiting.length;
    this.#writing ??= this.#write();
    await this.#writing;
  }

  /** For a reader, who expects their last requests, but not to wait for a slow database or for a flow of full batches. */
  async flushBriefly(): Promise<void> {
    await Promise.race([this.flush(), sleep(READER_MS, undefined, { ref: false })]);
  }

  async onApplicationShutdown(): Promise<void> {
    await stopStep({ what: 'the log of requests', ms: STOP_MS, logger: this.logger }, () => this.flush());
    this.#drop(this.#waiting.length);
    this.#waiting = [];
    clearTimeout(this.#timer);
    clearTimeout(this.#report);
    this.#reportDropped();
  }

  #gather(): void {
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  /** One statement at a time, so that a slow database holds one connection of the pool. */
  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Before the first statement, so that the caller has stored this promise.
    await Promise.resolve();
    while (this.#waiting.length >= ROWS_AT_ONCE || this.#hurried > 0) {
      const batch = this.#waiting.splice(0, ROWS_AT_ONCE);
      this.#hurried -= batch.length;
      for (const { row } of batch) this.#characters -= sizeOf(row);
      for (const [cell, rows] of byCell(batch)) await inCell(cell, () => this.#store(rows));
    }
    this.#hurried = 0;
    this.#writing = undefined;
    if (this.#waiting.length > 0) this.#gather();
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

/** The rows of a batch by their cell: with one cell, all of them. */
const byCell = (batch: readonly WaitingRow[]): ReadonlyMap<number, readonly LoggedRequest[]> => {
  const found = new Map<number, LoggedRequest[]>();
  for (const { row, cell } of batch) found.set(cell, [...(found.get(cell) ?? []), row]);
  return found;
};

/** The characters that a row holds in memory. */
const sizeOf = ({ path, details, requestBody, responseBody }: LoggedRequest): number =>
  path.length + (details?.length ?? 0) + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);

/** Whether the error is of a value: SQLSTATE classes of data exceptions and of violated constraints. */
const isDataError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^2[23]...$/.test(String(error.code));

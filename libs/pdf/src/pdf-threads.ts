import { extname } from 'node:path';
import { Problem } from '@billhook/domain/shared/problems';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { NO_METER, type Meter } from '@billhook/platform/metrics/meter';
import { Tinypool } from 'tinypool';
import type { PdfTask } from './render-in-thread.js';
import { TurnQueue } from './turn-queue.js';

/** The resources that rendering may use in a process. */
export interface PdfLimits {
  readonly threads: number;
  /** Renderings that wait for a thread. */
  readonly queue: number;
  /** For one rendering, and for its wait in the queue. */
  readonly timeMs: number;
  /** The heap of one thread. */
  readonly memoryMb: number;
  /** A thread without work for this time ends. */
  readonly idleMs: number;
}

/** The limits of a process, from the operator's settings. */
export const pdfLimits = (env: Env): PdfLimits => ({
  threads: env.PDF_THREADS,
  queue: env.PDF_QUEUE,
  timeMs: env.PDF_TIME_LIMIT_MS,
  memoryMb: env.PDF_MEMORY_LIMIT_MB,
  idleMs: IDLE_MS,
});

/** One company may fill a quarter of the queue. */
const COMPANY_SHARE = 4;
/** When the queue may have room again. */
const BUSY_RETRY_S = 5;
/** When to retry a rendering that exceeded a limit: the machine may have been busy. */
export const LIMIT_RETRY_S = 60;
/** A thread with the fonts takes at least 25 MB, and half a second to start. */
const IDLE_MS = 60_000;

/** Next to this file and with its extension: TypeScript in specs, JavaScript in the build. */
const PROGRAM = new URL(`./render-in-thread${extname(import.meta.url)}`, import.meta.url);

interface Waiting {
  readonly companyId: number;
  readonly task: PdfTask;
  readonly resolve: (bytes: Promise<Buffer>) => void;
  readonly reject: (problem: Problem) => void;
  timer?: NodeJS.Timeout;
}

/**
 * Renders PDFs outside the event loop: a few threads, a queue in which companies take turns, and limits of time and memory.
 * A thread that exceeds a limit is terminated, and its rendering is rejected.
 */
export class PdfThreads {
  readonly #limits: PdfLimits;
  readonly #pool: Tinypool;
  readonly #queue = new TurnQueue<Waiting>();
  readonly #running = new Set<AbortController>();
  #begun = 0;
  #stopped = false;

  constructor(
    limits: PdfLimits,
    logger: Logger,
    private readonly meter: Meter = NO_METER,
  ) {
    this.#limits = limits;
    this.#pool = new Tinypool({
      filename: PROGRAM.href,
      minThreads: 0,
      maxThreads: limits.threads,
      idleTimeout: limits.idleMs,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    });
    // Without a listener, a thread that crashes while idle would end the process.
    this.#pool.on('error', (error: unknown) => logger.error({ err: error }, 'a PDF thread has stopped'));
  }

  /** The number of renderings that have started. */
  get begun(): number {
    return this.#begun;
  }

  /** The number of PDFs in the queue. */
  get queued(): number {
    return this.#queue.size;
  }

  /** @throws Problem too_many_pdfs, pdf_busy, pdf_limit_exceeded */
  async draw(companyId: number, task: PdfTask): Promise<Buffer> {
    try {
      const bytes = await this.#draw(companyId, task);
      this.meter.count('billhook_pdf_renderings_total', { outcome: 'rendered' });
      return bytes;
    } catch (error) {
      const outcome = error instanceof Problem ? 'rejected' : 'failed';
      this.meter.count('billhook_pdf_renderings_total', { outcome });
      throw error;
    }
  }

  #draw(companyId: number, task: PdfTask): Promise<Buffer> {
    const { queue, timeMs, threads } = this.#limits;
    if (this.#stopped) return Promise.reject(busy());
    if (this.#running.size < threads) return this.#run(task);
    if (this.#queue.countOf(companyId) >= Math.ceil(queue / COMPANY_SHARE)) {
      return Promise.reject(new Problem('too_many_pdfs', undefined, { extensions: { retryAfter: BUSY_RETRY_S } }));
    }
    if (this.#queue.size >= queue) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { companyId, task, resolve, reject };
      waiting.timer = setTimeout(() => {
        this.#queue.remove(companyId, waiting);
        reject(busy());
      }, timeMs).unref();
      this.#queue.push(companyId, waiting);
    });
  }

  /** Terminates all threads, even busy ones: another process can render the documents again. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (let waiting = this.#queue.shift(); waiting; waiting = this.#queue.shift()) {
      clearTimeout(waiting.timer);
      waiting.reject(busy());
    }
    for (const running of this.#running) running.abort();
    await this.#pool.destroy();
  }

  async #run(task: PdfTask): Promise<Buffer> {
    this.#begun += 1;
    const aborter = new AbortController();
    this.#running.add(aborter);
    const timer = setTimeout(() => aborter.abort(), this.#limits.timeMs);
    const started = performance.now();
    try {
      const bytes: unknown = await this.#pool.run(task, { signal: aborter.signal });
      if (!(bytes instanceof Uint8Array)) throw new TypeError('a PDF thread returned no bytes');
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      if (this.#stopped) throw busy();
      if (aborter.signal.aborted) throw this.#exceeded(`more than ${this.#limits.timeMs} ms`);
      if (isOutOfMemory(error)) throw this.#exceeded(`more than ${this.#limits.memoryMb} MB of memory`);
      throw error;
    } finally {
      clearTimeout(timer);
      this.meter.observe('billhook_pdf_rendering_duration_seconds', {}, (performance.now() - started) / 1_000);
      this.#running.delete(aborter);
      this.#next();
    }
  }

  #next(): void {
    const waiting = this.#stopped ? undefined : this.#queue.shift();
    if (!waiting) return;
    clearTimeout(waiting.timer);
    waiting.resolve(this.#run(waiting.task));
  }

  #exceeded(what: string): Problem {
    return new Problem('pdf_limit_exceeded', `Rendering the PDF takes ${what}.`, {
      extensions: { retryAfter: LIMIT_RETRY_S },
    });
  }
}

const busy = (): Problem => new Problem('pdf_busy', undefined, { extensions: { retryAfter: BUSY_RETRY_S } });

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

import type { ScreenChange, ScreenStreamReady } from '@billhook/contract/webhooks/change';
import { query } from '@billhook/ui/api-fetch';

/** The server sends a heartbeat every 15 s. */
export const SILENT_MS = 20_000;

/** The server sends what changed in the minute before a stream begins. */
const RECENT_MS = 50_000;

const [RETRY_MS, RETRY_MOST_MS] = [1_000, 60_000];

/** A proxy that holds a stream back would do so again: the page asks for changes meanwhile. */
const BUFFERED_MS = 300_000;

export interface StreamListener {
  readonly onChange: (change: ScreenChange, place: string) => void;
  /** With each message: the stream works. */
  readonly onSign: (place: string | undefined) => void;
  /** Some changes are unknown. */
  readonly onGap: () => void;
  /** The session is in another company now. */
  readonly onOtherCompany: () => void;
  /** The server rejects the stream, such as after the end of the session. */
  readonly onRejected: () => void;
}

/** One stream of changes, which opens again after it breaks, with increasing pauses. */
export class ChangeStream {
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isReady = false;

  /**
   * @param place of the last known message
   * @param shownAt when the page had read what it shows
   */
  constructor(
    private readonly companyId: number,
    private place: string | undefined,
    private readonly shownAt: number,
    private readonly listener: StreamListener,
  ) {
    this.#open();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  #open(): void {
    const { place } = this;
    const isLate = place === undefined && performance.now() - this.shownAt > RECENT_MS;
    const source = new EventSource(`/app/changes/stream${query({ after: place })}`);
    this.#source = source;
    this.#isReady = false;
    source.addEventListener('change', ({ data, lastEventId }: MessageEvent<string>) => {
      this.#sign(lastEventId);
      this.listener.onChange(JSON.parse(data) as ScreenChange, lastEventId);
    });
    source.addEventListener('ready', ({ data, lastEventId }: MessageEvent<string>) => {
      const { companyId, gap } = JSON.parse(data) as ScreenStreamReady;
      if (companyId !== this.companyId) {
        this.close();
        return this.listener.onOtherCompany();
      }
      this.#isReady = true;
      this.#failures = 0;
      this.#sign(lastEventId);
      if (gap || isLate) this.listener.onGap();
    });
    source.addEventListener('beat', () => this.#sign(undefined));
    // Also without a session, before a request of the page needs it.
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) this.listener.onRejected();
      this.#again(this.#pause());
    });
    this.#expectSign();
  }

  #sign(place: string | undefined): void {
    this.place = place ?? this.place;
    this.#expectSign();
    this.listener.onSign(this.place);
  }

  #expectSign(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#again(this.#isReady ? this.#pause() : BUFFERED_MS), SILENT_MS);
  }

  /** Not all browsers at the same time after a restart of the server. */
  #pause(): number {
    const longest = Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** this.#failures++);
    return longest * (0.5 + Math.random() / 2);
  }

  #again(ms: number): void {
    this.close();
    this.#timer = setTimeout(() => this.#open(), ms);
  }
}

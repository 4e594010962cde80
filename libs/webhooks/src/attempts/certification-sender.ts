import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  HANDLED_HEADER,
  type CertificationRequest,
  type CertificationResponse,
} from '@billhook/domain/webhooks/certification';
import { deadlineError, attemptErrorOf } from './attempt-error.rules.js';
import type { AttemptSenderSettings } from './attempt-sender.js';
import { RequestTrace, TracedClient } from './request-trace.js';
import { ResponseReader } from './response-reader.js';

/** Between the two parts of a body: longer than a program that reads only what has arrived would wait. */
const PAUSE_MS = 300;

/** Sends the requests of a certification by the egress rules of deliveries, each on a new connection. */
export class CertificationSender {
  constructor(private readonly settings: AttemptSenderSettings) {}

  /** Never rejects. @param custom the custom headers of the endpoint, with their values */
  async send(
    url: string,
    { method, headers, body, inParts }: CertificationRequest,
    custom: Readonly<Record<string, string>>,
  ): Promise<CertificationResponse> {
    const { guard, timeoutMs } = this.settings;
    const started = performance.now();
    const failed = (error: string): CertificationResponse => ({
      ...{ status: null, handled: null, error, durationMs: Math.round(performance.now() - started) },
    });
    const rejection = guard.rejection(url);
    if (rejection !== undefined) return failed(rejection);
    const { origin, pathname, search } = new URL(url);
    const trace = new RequestTrace();
    const client = new TracedClient(origin, { ...this.settings, timeoutMs: timeoutMs + 1_000 }, {});
    const reader = new ResponseReader();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reader.stop(new Error('the deadline has passed'));
    }, timeoutMs);
    const bytes = Buffer.from(body);
    try {
      const request = {
        ...{ origin, method, path: pathname + search, opaque: trace },
        headers: {
          'user-agent': 'Billhook/1.0 (webhooks)',
          ...custom,
          ...(method === 'POST' && { 'content-length': String(bytes.length) }),
          ...headers,
        },
        body: method === 'GET' ? null : inParts ? Readable.from(partsOf(bytes), { objectMode: false }) : bytes,
      };
      await reader.read(client, request);
      const count = reader.header(HANDLED_HEADER) ?? '';
      const handled = /^\d{1,9}$/.test(count) ? Number(count) : null;
      const durationMs = Math.round(performance.now() - started);
      return { status: reader.status, durationMs, handled, error: null };
    } catch (thrown) {
      const { stage } = trace;
      const { error } = isLate ? deadlineError(stage, timeoutMs) : attemptErrorOf(thrown, stage);
      return failed(error);
    } finally {
      clearTimeout(timer);
      void client.destroy();
    }
  }
}

async function* partsOf(bytes: Buffer): AsyncGenerator<Buffer> {
  const middle = Math.ceil(bytes.length / 2);
  yield bytes.subarray(0, middle);
  await sleep(PAUSE_MS);
  yield bytes.subarray(middle);
}

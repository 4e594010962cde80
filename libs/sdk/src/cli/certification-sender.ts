import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { HANDLED_HEADER, type CertificationRequest, type CertificationResponse } from '../generated/certification.js';
import { reasonOf, TIMEOUT_MS } from './local-receiver.js';

/** Between the two parts of a body: longer than a program that reads only what has arrived would wait. */
const PAUSE_MS = 300;

/** Sends a request with its headers in their case. Never rejects. */
export async function sendCertification(
  url: string,
  request: CertificationRequest,
  signal: AbortSignal,
  isInsecure: boolean,
): Promise<CertificationResponse> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { statusCode, headers } = await exchange(url, request, AbortSignal.any([signal, timeout]), isInsecure);
    const count = headers[HANDLED_HEADER];
    const handled = typeof count === 'string' && /^\d{1,9}$/.test(count) ? Number(count) : null;
    return { status: statusCode ?? null, durationMs: took(), handled, error: null };
  } catch (error) {
    const reason = timeout.aborted ? 'no response within 15 s' : reasonOf(error);
    return { status: null, durationMs: took(), handled: null, error: reason };
  }
}

function exchange(
  url: string,
  { method, headers, body, inParts }: CertificationRequest,
  signal: AbortSignal,
  isInsecure: boolean,
): Promise<IncomingMessage> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const bytes = Buffer.from(body);
  const length = method === 'GET' ? {} : { 'content-length': String(bytes.length) };
  const options = {
    ...{ method, agent: false as const, signal },
    headers: { 'user-agent': 'Billhook/1.0 (webhooks)', ...length, ...headers },
    ...(isInsecure && { rejectUnauthorized: false }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = send(url, options, (response) => {
      response.once('end', () => resolve(response)).once('error', reject);
      response.resume();
    });
    outgoing.once('error', reject);
    if (!inParts) return void outgoing.end(bytes);
    const middle = Math.ceil(bytes.length / 2);
    outgoing.write(bytes.subarray(0, middle));
    sleep(PAUSE_MS, undefined, { signal }).then(() => outgoing.end(bytes.subarray(middle)), reject);
  });
}

import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** By then, the gate has checked the headers. */
const HEADERS_MS = 200;

/** Longer than the age up to which a cached result is valid. */
const BODY_MS = 700;

/**
 * A request whose body is delayed.
 * @param headers in addition to the common ones
 * @param meanwhile runs between the headers and the body
 * @returns `403 permission_missing`, or only the status
 */
export async function sendSlowly(
  baseUrl: string,
  [method, path, body]: readonly [method: string, path: string, body: object],
  headers: Readonly<Record<string, string>>,
  meanwhile: () => Promise<void>,
): Promise<string> {
  const payload = JSON.stringify(body);
  const sent = request(baseUrl + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) },
    agent: false,
  });
  const answer = new Promise<string>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve(`${response.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim()));
      response.on('error', reject);
    });
  });
  sent.write(payload.slice(0, 1));
  await sleep(HEADERS_MS);
  await meanwhile();
  await sleep(BODY_MS);
  sent.end(payload.slice(1));
  return answer;
}

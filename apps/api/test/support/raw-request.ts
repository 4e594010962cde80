import { request, type IncomingHttpHeaders } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * A request exactly as written here. `fetch` normalizes paths and joins headers; hostile clients do not.
 * @param target the part after the method in the request line
 * @param headers names and values alternate, so that a name can repeat
 */
export function raw(
  baseUrl: string,
  method: string,
  target: string,
  headers: readonly string[] = [],
  body?: string,
): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path: target, headers: ['host', host, ...headers], agent: false },
      (answer) => {
        answer.setEncoding('utf8');
        let text = '';
        answer.on('data', (piece: string) => (text += piece));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

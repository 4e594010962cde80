import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

/** A request as it is sent. */
export interface Wire {
  readonly method: string;
  readonly target: string;
  /** Names and values alternate, so that a name can repeat. */
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly ms: number;
}

/** No response: a timeout, or a broken connection. */
export interface NoReply {
  readonly failed: 'hang' | 'broken';
  readonly reason: string;
}

/** A later response counts as missing. Only a guard against hanging: the cost of a response is measured in CPU time. */
export const PATIENCE_MS = 60_000;

/** Sends a request on a separate connection: a connection in a bad state affects no other request. */
export function send(baseUrl: string, wire: Wire): Promise<Reply | NoReply> {
  const { hostname, port, host } = new URL(baseUrl);
  const start = performance.now();
  return new Promise((resolve) => {
    const { method, target, headers, body } = wire;
    const chunked = headers.some((name, n) => n % 2 === 0 && name === 'transfer-encoding');
    // With its headers as an array, Node would send an empty chunked body for no body.
    const isBodiless = body === undefined && !['POST', 'PUT', 'PATCH'].includes(method);
    const length = isBodiless || chunked ? [] : ['content-length', String(body?.length ?? 0)];
    const sent = request(
      { hostname, port, method, path: target, agent: false, headers: ['host', host, ...headers, ...length] },
      (answer) => {
        const pieces: Buffer[] = [];
        const end = (): void => {
          clearTimeout(timer);
          const { statusCode: status = 0 } = answer;
          const text = Buffer.concat(pieces).toString('utf8');
          resolve({ status, headers: answer.headers, text, ms: performance.now() - start });
          sent.destroy();
        };
        // An endless response counts from its start.
        if (answer.headers['content-type']?.startsWith('text/event-stream')) end();
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', (error) => fail('broken', error.message));
        answer.on('end', end);
      },
    );
    const fail = (failed: NoReply['failed'], reason: string): void => {
      clearTimeout(timer);
      resolve({ failed, reason });
      sent.destroy();
    };
    const timer = setTimeout(() => fail('hang', `no answer within ${PATIENCE_MS} ms`), PATIENCE_MS);
    sent.on('error', (error) => fail('broken', error.message));
    sent.on('upgrade', () => fail('broken', 'the connection was upgraded'));
    sent.end(body);
  });
}

/** Invalid or unusual HTTP: `HOST` is replaced by the server's own. */
export const BROKEN_HTTP: readonly string[] = [
  'GET /v1/clients\r\n\r\n',
  'GET /v1/clients HTTP/9.9\r\nHost: HOST\r\n\r\n',
  'FETCH /v1/clients HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'GET /v1/clients HTTP/1.1\r\n\r\n',
  'GET /v1/clients HTTP/1.1\r\nHost: HOST\r\nHost: other\r\nConnection: close\r\n\r\n',
  'GET /v1/clients HTTP/1.1\r\nHost: HOST\r\nX-A: a\u0000b\r\n\r\n',
  'GET /v1/clients HTTP/1.1\r\nHost: HOST\r\n X-Folded: a\r\n\r\n',
  'GET /v1/clients HTTP/1.1\r\nHost: HOST\r\nBad Name: a\r\n\r\n',
  'GET /v1/\u0001 HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'HEAD /v1/\xe9 HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'GET http://other.example/v1/clients HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n',
  'GET * HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n',
  'CONNECT example.com:443 HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'POST /v1/clients HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1}',
  'POST /v1/clients HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: -1\r\n\r\n{}',
  'POST /v1/clients HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 1e3\r\n\r\n{}',
  'POST /v1/clients HTTP/1.1\r\nHost: HOST\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
  'POST /v1/clients HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  'POST /v1/clients HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: gzip\r\n\r\n{}',
  `GET /v1/clients HTTP/1.1\r\nHost: HOST\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`,
  `GET /v1/${'x'.repeat(40_000)} HTTP/1.1\r\nHost: HOST\r\n\r\n`,
  `GET /v1/clients HTTP/1.1\r\nHost: HOST\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
  '\r\n\r\n\r\n',
  'POST /v1/clients HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"kind":',
];

/**
 * Sends bytes and closes its side. Returns the received bytes until the server closes as well; no response to invalid HTTP is valid, an
 * endless one is not.
 */
export function sendBytes(baseUrl: string, bytes: string): Promise<Reply | NoReply | undefined> {
  const { hostname, port, host } = new URL(baseUrl);
  const start = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const end = (answer: Reply | NoReply | undefined): void => {
      clearTimeout(timer);
      resolve(answer);
      socket.destroy();
    };
    const timer = setTimeout(
      () => end({ failed: 'hang', reason: `the connection was open after ${PATIENCE_MS} ms` }),
      PATIENCE_MS,
    );
    socket.on('data', (piece) => (text += piece.toString('latin1')));
    // A server that closes in the middle of a rejected request resets the connection.
    socket.on('error', () => end(parsed(text, performance.now() - start)));
    socket.on('close', () => end(parsed(text, performance.now() - start)));
    socket.end(Buffer.from(bytes.replaceAll('HOST', host), 'latin1'));
  });
}

function parsed(text: string, ms: number): Reply | undefined {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  const [first = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (Number.isNaN(status)) return undefined;
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name.toLowerCase(), value.join(': ')];
    }),
  );
  // Later bytes are the response to the rest, which is another request or none.
  return { status, headers, text: body.slice(0, Number(headers['content-length'] ?? body.length)), ms };
}

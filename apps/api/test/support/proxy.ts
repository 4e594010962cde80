import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The treatment of a request: passed on, or responded to by this proxy. */
export type Passage = (asked: IncomingMessage, answer: ServerResponse) => Promise<'pass' | 'lose' | 'done'>;

/** Acts as a proxy or an unreliable connection before the API. */
export class Front {
  /** The treatment of each request, in order; `lose` passes it on and cuts the connection instead of responding. */
  passage: Passage = async () => 'pass';

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(target: string): Promise<Front> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const front = new Front(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (asked, answer) => void front.pass(target, asked, answer));
    return front;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async pass(target: string, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const passage = await this.passage(asked, answer);
    if (passage === 'done') return;
    const { url, method, headers } = asked;
    const on = request(`${target}${url}`, { method, headers }, (answered) => {
      if (passage === 'lose') {
        answered.resume().once('end', () => answer.destroy());
        return;
      }
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    asked.pipe(on);
  }
}

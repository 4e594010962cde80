import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A client that sends nothing for this long finds its connection closed, as after the timeout of any idle connection. */
const FINISH_MS = 1_000;

/**
 * Accepts no more connections and ends the existing ones with their next response, so that no request arrives on a closed connection.
 * Resolves when all have ended, at the latest after a second.
 */
export async function finishConnections(server: Server): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  const closed = once(server, 'close');
  // The method of http.Server also closes connections between two requests, while the client may be sending the next one.
  Listener.prototype.close.call(server);
  await Promise.race([closed, sleep(FINISH_MS, undefined, { ref: false })]);
}

import type { Duplex } from 'node:stream';
import type { ClientBase } from 'pg';

/** Calls back when the statements that belong together have been sent: after the turn, or after all sockets were read. */
type Later = (send: () => void) => unknown;

const afterTurn: Later = (send) => process.nextTick(send);

const gathering = new WeakSet<Duplex>();

/**
 * Sends the statements that follow in one packet, instead of one each. A write to a socket is a system call, and those were a third
 * of the API's CPU time under `POST /v1/invoices`.
 */
export function batchSocketWrites(client: ClientBase, later: Later = afterTurn): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection;
  if (gathering.has(stream)) return;
  gathering.add(stream);
  stream.cork();
  later(() => {
    gathering.delete(stream);
    stream.uncork();
  });
}

import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { BlockedAddressError, type EgressGuard } from './egress-guard.js';

/** The stages of an attempt; the last two follow the request. */
export type Stage = 'Dns' | 'Connect' | 'Tls' | 'Sending' | 'Answering';

export interface ConnectorSettings {
  readonly guard: EgressGuard;
  /** Ends a dial that no attempt waits for. */
  readonly timeoutMs: number;
  /** Certificates (PEM) to trust instead of those that Node trusts. */
  readonly ca?: readonly string[] | undefined;
}

/** Records the progress of a dial. Times are whole milliseconds. */
export interface DialNotes {
  stage: Stage;
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  remoteAddress: string | null;
  dials(socket: Socket): void;
}

/**
 * Opens a connection for undici, whose own connector does not report its stages. No TLS session is kept: each connection verifies the
 * certificate again.
 */
export function openConnection(
  settings: ConnectorSettings,
  notes: DialNotes | null,
  { hostname, protocol, port, servername }: buildConnector.Options,
  callback: buildConnector.Callback,
): Socket {
  const isTls = protocol === 'https:';
  const target = {
    host: hostname,
    port: Number(port) || (isTls ? 443 : 80),
    lookup: settings.guard.lookup,
    autoSelectFamily: true,
    noDelay: true,
  };
  const socket = isTls
    ? connectTls({
        ...target,
        ALPNProtocols: ['http/1.1'],
        // Empty for an address: SNI accepts only names, without the dot of the root.
        ...(servername ? { servername: servername.replace(/\.$/, '') } : {}),
        ...(settings.ca ? { ca: [...settings.ca] } : {}),
      })
    : connectPlain(target);
  notes?.dials(socket);

  let lap = performance.now();
  const next = (stage: Stage) => {
    const now = performance.now();
    const took = Math.round(now - lap);
    lap = now;
    if (notes) notes.stage = stage;
    return took;
  };
  const timer = setTimeout(() => socket.destroy(timedOut()), settings.timeoutMs).unref();
  const finish = (error: Error | null) => {
    clearTimeout(timer);
    socket.off('error', finish).off('close', onClose);
    if (error) callback(error, null);
    else callback(null, socket);
  };
  const onClose = () => finish(Object.assign(new Error('closed while it was being opened'), { code: 'ECONNABORTED' }));

  // Emitted once per address; never if the host is an address.
  socket.once('lookup', () => {
    const took = next('Connect');
    if (notes) notes.dnsMs = took;
  });
  socket.once('connect', () => {
    const took = next(isTls ? 'Tls' : 'Sending');
    if (notes)
      [notes.dnsMs, notes.connectMs, notes.remoteAddress] = [notes.dnsMs ?? 0, took, socket.remoteAddress ?? null];
    // Unreachable today, because dialled addresses were checked. Protects against later changes.
    if (!settings.guard.isAllowed(socket.remoteAddress ?? '')) socket.destroy(new BlockedAddressError());
    else if (!isTls) finish(null);
  });
  socket.once('secureConnect', () => {
    const took = next('Sending');
    if (notes) notes.tlsMs = took;
    finish(null);
  });
  socket.once('error', finish).once('close', onClose);
  // An error after the connection was handed over, or a second one, belongs to undici or is ignored.
  socket.on('error', () => undefined);
  return socket;
}

function timedOut(): Error {
  return Object.assign(new Error('the connection timed out'), { code: 'ETIMEDOUT' });
}

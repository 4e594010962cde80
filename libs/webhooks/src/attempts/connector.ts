import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { BlockedAddressError, type EgressGuard } from './egress-guard.js';

/** What an attempt waits for; the last two are after the request was sent. */
export type Stage = 'Dns' | 'Connect' | 'Tls' | 'Sending' | 'Answering';

export interface ConnectorSettings {
  readonly guard: EgressGuard;
  /** Ends a dial that no attempt waits for any more. */
  readonly timeoutMs: number;
  /** Certificates (PEM) to trust in place of those that Node trusts. */
  readonly ca?: readonly string[] | undefined;
}

/** Takes note of how a dial comes along; times are whole milliseconds. */
export interface DialNotes {
  stage: Stage;
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  remoteAddress: string | null;
  dials(socket: Socket): void;
}

/**
 * Opens a connection for undici, whose own connector tells nothing of its stages. No TLS session is kept: each connection proves its
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
        // Empty for an address: SNI has names only, and those without the full stop of the root.
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

  // Said once for each address; none where the host is an address.
  socket.once('lookup', () => {
    const took = next('Connect');
    if (notes) notes.dnsMs = took;
  });
  socket.once('connect', () => {
    const took = next(isTls ? 'Tls' : 'Sending');
    if (notes)
      [notes.dnsMs, notes.connectMs, notes.remoteAddress] = [notes.dnsMs ?? 0, took, socket.remoteAddress ?? null];
    // Never seen: what is dialled was checked. It stands here for the day when somebody changes how.
    if (!settings.guard.isAllowed(socket.remoteAddress ?? '')) socket.destroy(new BlockedAddressError());
    else if (!isTls) finish(null);
  });
  socket.once('secureConnect', () => {
    const took = next('Sending');
    if (notes) notes.tlsMs = took;
    finish(null);
  });
  socket.once('error', finish).once('close', onClose);
  // An error after the connection was handed on, or twice, is undici's or nobody's.
  socket.on('error', () => undefined);
  return socket;
}

function timedOut(): Error {
  return Object.assign(new Error('the connection timed out'), { code: 'ETIMEDOUT' });
}

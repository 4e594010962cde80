import type { Origin } from '@billhook/identity/audit/actor';
import { redactSecrets } from '@billhook/platform/redact-secrets';
import type { FastifyRequest } from 'fastify';

/** The origin of a request: the address behind the trusted proxies, and the software. */
export function originOf(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent'];
  return {
    ip: addressOf(request),
    // The caller chooses it, and it is stored with sessions, keys, hosts and the audit log.
    userAgent: agent === undefined ? null : redactSecrets(agent).slice(0, 300),
    requestId: request.id,
  };
}

/** `198.51.100.9:4711` and `[2001:db8::1]:4711`: some gateways add the port to X-Forwarded-For. */
const WITH_PORT = /^(?:([\d.]+)|\[([^\]]+)\])(?::\d+)?$/;

/** The address of the caller, without a port. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const [, v4, v6] = WITH_PORT.exec(ip) ?? [];
  return v4 ?? v6 ?? ip;
}

import Bowser from 'bowser';

/** A program as its User-Agent describes it, for display only: a caller can send any text. */
export interface Software {
  /** `Firefox 140`. */
  readonly browser: string | null;
  /** `macOS`. */
  readonly system: string | null;
}

/** @param userAgent the header as it was sent */
export function softwareOf(userAgent: string | null): Software {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  const [major = ''] = browser.version?.split('.') ?? [];
  return { browser: browser.name ? `${browser.name} ${major}`.trim() : null, system: os.name ?? null };
}

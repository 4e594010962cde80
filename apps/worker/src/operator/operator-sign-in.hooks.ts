import { createHash, timingSafeEqual } from 'node:crypto';
import type { Logger } from '@billhook/platform/logger';
import type { FastifyInstance } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** The user name of the sign-in. There is one operator. */
const NAME = 'operator';

/**
 * Wrong passwords per address and window. Afterwards the right one is rejected as well, so that a guess reveals
 * nothing.
 */
const ATTEMPTS = 10;
const WINDOW_SECONDS = 60;

const TEXT = 'text/plain; charset=utf-8';

/** Rejects requests without the operator's password (HTTP Basic authentication), which a browser asks for and keeps until it closes. */
export function requireOperator(server: FastifyInstance, password: string, logger: Logger): void {
  const expected = digest(`${NAME}:${password}`);
  const wrong = new RateLimiterMemory({ points: ATTEMPTS, duration: WINDOW_SECONDS });
  server.addHook('onRequest', async ({ ip, headers }, reply) => {
    const given = credentialOf(headers.authorization);
    const isRight = given !== undefined && timingSafeEqual(digest(given), expected);
    // Both calls count before their first wait, so parallel attempts do not exceed the limit.
    const count = given === undefined || isRight ? wrong.get(ip) : wrong.penalty(ip);
    const { consumedPoints = 0, msBeforeNext = 0 } = (await count) ?? {};
    if (given !== undefined && consumedPoints >= ATTEMPTS + (isRight ? 0 : 1)) {
      const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
      return reply
        .status(429)
        .headers({ 'Retry-After': seconds, 'Content-Type': TEXT })
        .send(`Too many wrong passwords from this address. Try again in ${seconds} seconds.\n`);
    }
    if (isRight) return;
    if (given !== undefined) logger.warn({ address: ip }, 'a sign-in to the operator page failed');
    return reply
      .status(401)
      .headers({ 'WWW-Authenticate': 'Basic realm="Billhook operator", charset="UTF-8"', 'Content-Type': TEXT })
      .send(`Sign in as "${NAME}" with OPERATOR_PASSWORD.\n`);
  });
}

function credentialOf(authorization: string | undefined): string | undefined {
  const [, base64] = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('utf8');
}

/** Digests have one length, which the comparison needs. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

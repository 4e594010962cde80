import type { Env } from '@billhook/platform/env';
import type { FastifyReply } from 'fastify';
import { cookieOptions, expiredCookieOptions, sessionCookie } from '../../request/cookies.js';
import type { StartedSession } from './sessions.service.js';

/** Gives the browser its session. */
export function setSessionCookie(reply: FastifyReply, env: Env, { id, expiresAt }: StartedSession): void {
  void reply.setCookie(sessionCookie(env), id, cookieOptions(env, '/', expiresAt));
}

/** Takes it away again. */
export function clearSessionCookie(reply: FastifyReply, env: Env): void {
  void reply.setCookie(sessionCookie(env), '', expiredCookieOptions(env, '/'));
}

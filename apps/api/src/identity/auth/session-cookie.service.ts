import type { SessionView } from '@billhook/contract/identity/session';
import { Problem } from '@billhook/domain/shared/problems';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOptions, expiredCookieOptions, sessionCookie } from '../../request/cookies.rules.js';
import { originOf } from '../../request/origin.rules.js';
import type { StartedSession } from '../sessions/sessions.service.js';
import { AuthService } from './auth.service.js';

/** Sets and clears the cookie of a session. */
@Injectable()
export class SessionCookieService {
  constructor(
    private readonly auth: AuthService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Gives the browser a new session, and ends the previous one, which could no longer be used or ended.
   * @throws Problem 401 session_missing when the new session was ended in the meantime
   */
  async replace(request: FastifyRequest, reply: FastifyReply, { id, expiresAt }: StartedSession): Promise<SessionView> {
    const before = request.cookies[sessionCookie(this.env)];
    if (before !== undefined) await this.auth.leave(before, originOf(request));
    const principal = await this.auth.find(id);
    if (!principal) throw new Problem('session_missing');
    void reply.setCookie(sessionCookie(this.env), id, cookieOptions(this.env, '/', expiresAt));
    return this.auth.describe(principal);
  }

  clear(reply: FastifyReply): void {
    void reply.setCookie(sessionCookie(this.env), '', expiredCookieOptions(this.env, '/'));
  }
}

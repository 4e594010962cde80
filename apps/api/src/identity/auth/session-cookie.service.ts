import type { SessionView } from '@billhook/contract/identity/session';
import { Problem } from '@billhook/domain/shared/problems';
import type { Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../request/origin.js';
import { sessionCookie } from '../../request/cookies.js';
import { ENV } from '@billhook/platform/tokens';
import { AuthService } from './auth.service.js';
import type { StartedSession } from './sessions.service.js';
import { setSessionCookie } from './session-cookie.js';

/** Gives a browser the session that was started for it. The one that it had until then ends: nobody could use it any more, or end it. */
@Injectable()
export class SessionCookieService {
  constructor(
    private readonly auth: AuthService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @throws Problem 401 session_missing when it was ended meanwhile */
  async open(request: FastifyRequest, reply: FastifyReply, session: StartedSession): Promise<SessionView> {
    const before = request.cookies[sessionCookie(this.env)];
    if (before !== undefined) await this.auth.leave(before, originOf(request));
    const principal = await this.auth.find(session.id);
    if (!principal) throw new Problem('session_missing');
    setSessionCookie(reply, this.env, session);
    return this.auth.describe(principal);
  }
}

import { SwitchCompany } from '@billhook/contract/member';
import { SessionView } from '@billhook/contract/session';
import { Problem } from '@billhook/domain/problems';
import type { Env } from '@billhook/platform/env';
import { Body, Controller, Inject, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ByMember, type MemberPrincipal, type Principal } from '../access/principal.js';
import { Authenticated } from '../access/requires.decorator.js';
import { Returns } from '../http/returns.decorator.js';
import { ENV } from '../platform/tokens.js';
import { AuthService } from './auth.service.js';
import { CompanySwitchService } from './company-switch.service.js';
import { setSessionCookie } from './session-cookie.js';

@ApiTags('Settings')
@Controller('app/session/company')
export class CompanySwitchController {
  constructor(
    private readonly companies: CompanySwitchService,
    private readonly auth: AuthService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Post()
  @Authenticated()
  @Returns(SessionView, {
    summary: 'Work in another company',
    description: 'The session ends, and another one begins, with a cookie of its own.',
    problems: ['invalid_body', 'not_found'],
  })
  async change(
    @ByMember() by: MemberPrincipal & Principal,
    @Body({ schema: SwitchCompany }) body: SwitchCompany,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const session = await this.companies.switchTo(by, body);
    const principal = await this.auth.find(session.id);
    if (!principal) throw new Problem('session_missing');
    setSessionCookie(reply, this.env, session);
    return this.auth.describe(principal);
  }
}

import { SwitchCompany } from '@billhook/contract/identity/member';
import { SessionView } from '@billhook/contract/identity/session';
import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Authenticated } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { CompanySwitchService } from './company-switch.service.js';
import { SessionCookieService } from './session-cookie.service.js';

@ApiTags('Settings')
@Controller('app/session/company')
export class CompanySwitchController {
  constructor(
    private readonly companies: CompanySwitchService,
    private readonly cookies: SessionCookieService,
  ) {}

  @Post()
  @Authenticated()
  @Returns(SessionView, {
    summary: 'Switch to another company',
    description: 'Ends the session and starts a new one with a new cookie.',
    problems: ['invalid_body', 'not_found'],
  })
  async change(
    @ByMember() by: SignedInMember,
    @Body({ schema: SwitchCompany }) body: SwitchCompany,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const session = await this.companies.switchTo(by, body);
    return this.cookies.replace(request, reply, session);
  }
}

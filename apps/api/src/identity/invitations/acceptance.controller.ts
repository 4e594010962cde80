import { AcceptInvitation, LookAtInvitation, OpenedInvitation } from '@billhook/contract/identity/member';
import { SessionView } from '@billhook/contract/identity/session';
import { Body, Controller, Header, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../request/origin.js';
import { Public } from '../../request/requires.decorator.js';
import { SessionCookieService } from '../auth/session-cookie.service.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { AcceptanceService } from './acceptance.service.js';

/** For people who were invited. */
@ApiTags('Settings')
@Controller('app/invitations')
export class AcceptanceController {
  constructor(
    private readonly acceptances: AcceptanceService,
    private readonly cookies: SessionCookieService,
  ) {}

  @Post('look')
  @Public()
  @Header('Cache-Control', 'no-store')
  @Returns(OpenedInvitation, {
    summary: 'Get the details of an invitation',
    problems: ['invalid_body', 'invitation_invalid', 'too_many_attempts'],
  })
  look(
    @Body({ schema: LookAtInvitation }) { token }: LookAtInvitation,
    @Req() request: FastifyRequest,
  ): Promise<OpenedInvitation> {
    return this.acceptances.look(token, originOf(request));
  }

  @Post('accept')
  @Public()
  @Returns(SessionView, {
    status: 201,
    summary: 'Accept an invitation and sign in',
    description:
      'Creates an account with this password if the address has none. If it has one, send the password of that account, and a code if two-factor authentication is on.',
    problems: [
      ...(['invalid_body', 'invitation_invalid', 'sign_in_failed', 'second_factor_required'] as const),
      ...(['second_factor_wrong', 'already_member', 'too_many_attempts'] as const),
    ],
  })
  async accept(
    @Body({ schema: AcceptInvitation }) body: AcceptInvitation,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const session = await this.acceptances.accept(body, originOf(request));
    return this.cookies.replace(request, reply, session);
  }
}

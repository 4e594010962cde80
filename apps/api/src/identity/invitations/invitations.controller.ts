import {
  CreateInvitation,
  InvitationList,
  InvitationView,
  SentInvitation,
  AcceptInvitation,
  LookAtInvitation,
  OpenedInvitation,
} from '@billhook/contract/identity/invitation';
import { SessionView } from '@billhook/contract/identity/session';
import { Body, Controller, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../request/origin.rules.js';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Requires, Public, Returns } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { SessionCookieService } from '../auth/session-cookie.service.js';
import { AcceptanceService } from './acceptance.service.js';
import { InvitationsService } from './invitations.service.js';

@ApiTags('Settings')
@Controller('app/invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Get()
  @Requires('member.manage')
  @Returns(InvitationList, {
    summary: 'List the open invitations',
    problems: ['permission_missing'],
  })
  list(@ByMember() by: SignedInMember): Promise<InvitationList> {
    return this.invitations.list(by);
  }

  @Post()
  @Requires('member.manage')
  @Header('Cache-Control', 'no-store')
  @Returns(SentInvitation, {
    status: 201,
    summary: 'Invite a person to the company',
    description:
      'Sends the link by email. If the installation sends no email, the response contains the link, once. The link works for 7 days, and only while its sender still has the permissions to send it.',
    problems: [
      ...(['invalid_body', 'permission_missing', 'step_up_required'] as const),
      ...(['already_member', 'already_invited', 'too_many_attempts'] as const),
    ],
  })
  create(
    @ByMember() by: SignedInMember,
    @Body({ schema: CreateInvitation }) body: CreateInvitation,
  ): Promise<SentInvitation> {
    return this.invitations.create(by, body);
  }

  @Get(':id')
  @Requires('member.manage')
  @Returns(InvitationView, { summary: 'Get an invitation', problems: ['not_found', 'permission_missing'] })
  get(@ByMember() by: SignedInMember, @Id() id: number): Promise<InvitationView> {
    return this.invitations.get(by, id);
  }

  @Post(':id/resend')
  @Requires('member.manage')
  @Header('Cache-Control', 'no-store')
  @Returns(SentInvitation, {
    summary: 'Send an invitation again',
    description: 'Sends a new link that works for 7 days. The previous link stops working.',
    problems: [
      ...(['not_found', 'permission_missing', 'step_up_required', 'member_holds_more'] as const),
      ...(['invitation_closed', 'too_many_attempts'] as const),
    ],
  })
  resend(@ByMember() by: SignedInMember, @Id() id: number): Promise<SentInvitation> {
    return this.invitations.resend(by, id);
  }

  @Post(':id/withdraw')
  @Requires('member.manage')
  @Returns(InvitationView, {
    summary: 'Withdraw an invitation',
    problems: ['not_found', 'permission_missing', 'invitation_closed'],
  })
  withdraw(@ByMember() by: SignedInMember, @Id() id: number): Promise<InvitationView> {
    return this.invitations.withdraw(by, id);
  }
}

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

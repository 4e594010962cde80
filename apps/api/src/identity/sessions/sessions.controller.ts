import { EndedSessions, SessionList } from '@billhook/contract/identity/session';
import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Requires, Returns, ReturnsNothing } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { SessionsService } from './sessions.service.js';

/** The sessions of a person in all of their companies. */
@ApiTags('Settings')
@Controller('app/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Authenticated()
  @Returns(SessionList, { summary: 'List your sessions' })
  list(@ByMember() by: SignedInMember): Promise<SessionList> {
    return this.sessions.list(by);
  }

  @Post('end-others')
  @Authenticated()
  @Returns(EndedSessions, { summary: 'End all your other sessions' })
  async endOthers(@ByMember() by: SignedInMember): Promise<EndedSessions> {
    return { ended: await this.sessions.endOthers(by) };
  }

  @Post(':id/end')
  @Authenticated()
  @ReturnsNothing({ summary: 'End one of your sessions', problems: ['not_found'] })
  async end(@ByMember() by: SignedInMember, @Id() id: number): Promise<void> {
    await this.sessions.end(by, id);
  }
}

/** The sessions of other members, for those who manage members. */
@ApiTags('Settings')
@Controller('app/members/:id')
export class MemberSessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Post('end-sessions')
  @Requires('member.manage')
  @Returns(EndedSessions, {
    summary: 'Sign a member out everywhere',
    problems: ['not_found', 'permission_missing', 'member_holds_more', 'member_removed'],
  })
  endSessions(@ByMember() by: SignedInMember, @Id() id: number): Promise<EndedSessions> {
    return this.sessions.endOfMember(by, id);
  }
}

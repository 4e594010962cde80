import { EndedSessions } from '@billhook/contract/identity/session';
import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { SessionsService } from './sessions.service.js';

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

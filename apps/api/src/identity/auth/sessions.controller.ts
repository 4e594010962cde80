import { EndedSessions, SessionList } from '@billhook/contract/identity/session';
import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type MemberPrincipal, type Principal } from '../../request/principal.js';
import { Authenticated } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Returns, ReturnsNothing } from '../../request/routes/returns.decorator.js';
import { BrowserSessions } from './browser-sessions.js';

type By = MemberPrincipal & Principal;

/** The browsers in which a person is signed in, to any of their companies. */
@ApiTags('Settings')
@Controller('app/sessions')
export class SessionsController {
  constructor(private readonly sessions: BrowserSessions) {}

  @Get()
  @Authenticated()
  @Returns(SessionList, { summary: 'List your sessions' })
  list(@ByMember() by: By): Promise<SessionList> {
    return this.sessions.list(by);
  }

  @Post('end-others')
  @Authenticated()
  @Returns(EndedSessions, { summary: 'End all your other sessions' })
  async endOthers(@ByMember() by: By): Promise<EndedSessions> {
    return { ended: await this.sessions.endOthers(by) };
  }

  @Post(':id/end')
  @Authenticated()
  @ReturnsNothing({ summary: 'End one of your sessions', problems: ['not_found'] })
  async end(@ByMember() by: By, @Id() id: number): Promise<void> {
    await this.sessions.end(by, id);
  }
}

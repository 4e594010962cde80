import { DepartureView, MemberView, PreviewDeparture } from '@billhook/contract/identity/member';
import { EndedSessions } from '@billhook/contract/identity/session';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type MemberPrincipal, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { DepartureService } from './departure.service.js';
import { MemberLifeService } from './member-life.service.js';

const REFUSALS = ['not_found', 'permission_missing', 'member_holds_more', 'member_removed'] as const;
const REFUSALS_OF_LOSS = [...REFUSALS, 'own_membership'] as const;

@ApiTags('Settings')
@Controller('app/members/:id')
export class MemberLifeController {
  constructor(
    private readonly life: MemberLifeService,
    private readonly departures: DepartureService,
  ) {}

  @Post('departure')
  @Requires('member.manage')
  @Returns(DepartureView, {
    summary: 'Preview what stops when a member leaves or loses permissions',
    description:
      'Changes nothing. Only callers with `api_key.manage` see the keys themselves. Requests are counted over the last 7 days, including today.',
    problems: ['invalid_body', 'not_found', 'permission_missing'],
  })
  departure(
    @ByMember() by: MemberPrincipal & Principal,
    @Id() id: number,
    @Body({ schema: PreviewDeparture }) body: PreviewDeparture,
  ): Promise<DepartureView> {
    return this.departures.preview(by, id, body);
  }

  @Post('deactivate')
  @Requires('member.manage')
  @Returns(MemberView, {
    summary: 'Deactivate a member',
    description: 'The member is signed out, and their keys stop working until the member is reactivated.',
    problems: REFUSALS_OF_LOSS,
  })
  deactivate(@ByMember() by: MemberPrincipal & Principal, @Id() id: number): Promise<MemberView> {
    return this.life.deactivate(by, id);
  }

  @Post('reactivate')
  @Requires('member.manage')
  @Returns(MemberView, { summary: 'Reactivate a member', problems: [...REFUSALS, 'step_up_required'] })
  reactivate(@ByMember() by: MemberPrincipal & Principal, @Id() id: number): Promise<MemberView> {
    return this.life.reactivate(by, id);
  }

  @Post('remove')
  @Requires('member.manage')
  @Returns(MemberView, {
    summary: 'Remove a member permanently',
    description:
      'The member is signed out and their keys are revoked. To come back, the person must be invited again, and becomes a new member.',
    problems: REFUSALS_OF_LOSS,
  })
  remove(@ByMember() by: MemberPrincipal & Principal, @Id() id: number): Promise<MemberView> {
    return this.life.remove(by, id);
  }

  @Post('end-sessions')
  @Requires('member.manage')
  @Returns(EndedSessions, { summary: 'Sign a member out everywhere', problems: REFUSALS })
  endSessions(@ByMember() by: MemberPrincipal & Principal, @Id() id: number): Promise<EndedSessions> {
    return this.life.endSessions(by, id);
  }
}

import { MemberView } from '@billhook/contract/identity/member';
import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { MemberStatusService } from './member-status.service.js';

const REFUSALS = ['not_found', 'permission_missing', 'member_holds_more', 'member_removed'] as const;
const CODES_OF_LOSS = [...REFUSALS, 'own_membership'] as const;

@ApiTags('Settings')
@Controller('app/members/:id')
export class MemberStatusController {
  constructor(private readonly status: MemberStatusService) {}

  @Post('deactivate')
  @Requires('member.manage')
  @Returns(MemberView, {
    summary: 'Deactivate a member',
    description: 'The member is signed out, and their keys stop working until the member is reactivated.',
    problems: CODES_OF_LOSS,
  })
  deactivate(@ByMember() by: SignedInMember, @Id() id: number): Promise<MemberView> {
    return this.status.deactivate(by, id);
  }

  @Post('reactivate')
  @Requires('member.manage')
  @Returns(MemberView, { summary: 'Reactivate a member', problems: [...REFUSALS, 'step_up_required'] })
  reactivate(@ByMember() by: SignedInMember, @Id() id: number): Promise<MemberView> {
    return this.status.reactivate(by, id);
  }

  @Post('remove')
  @Requires('member.manage')
  @Returns(MemberView, {
    summary: 'Remove a member permanently',
    description:
      'The member is signed out and their keys are revoked. To come back, the person must be invited again, and becomes a new member.',
    problems: CODES_OF_LOSS,
  })
  remove(@ByMember() by: SignedInMember, @Id() id: number): Promise<MemberView> {
    return this.status.remove(by, id);
  }
}

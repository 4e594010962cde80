import {
  CreateServiceMember,
  ListMembers,
  MemberList,
  MemberView,
  UpdateMember,
  OwnerList,
} from '@billhook/contract/identity/member';
import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember, By, type Principal } from '../../request/principal.js';
import { Requires, Authenticated, Returns } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { MemberStatusService } from './member-status.service.js';
import { MembersService } from './members.service.js';

@ApiTags('Settings')
@Controller('app/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @Requires('member.manage')
  @Returns(MemberList, {
    summary: 'List the members of the company',
    problems: ['invalid_query', 'permission_missing'],
  })
  list(@ByMember() by: SignedInMember, @Query({ schema: ListMembers }) query: ListMembers): Promise<MemberList> {
    return this.members.list(by, query);
  }

  @Post()
  @Requires('member.manage')
  @Returns(MemberView, {
    status: 201,
    summary: 'Create a service member',
    description:
      'A service member belongs to the company and cannot sign in. It gets the permissions of its role that an API key can have. Invite people instead.',
    problems: ['invalid_body', 'permission_missing', 'step_up_required'],
  })
  create(
    @ByMember() by: SignedInMember,
    @Body({ schema: CreateServiceMember }) body: CreateServiceMember,
  ): Promise<MemberView> {
    return this.members.createService(by, body);
  }

  @Get(':id')
  @Requires('member.manage')
  @Returns(MemberView, { summary: 'Get a member', problems: ['not_found', 'permission_missing'] })
  get(@ByMember() by: SignedInMember, @Id() id: number): Promise<MemberView> {
    return this.members.get(by, id);
  }

  @Patch(':id')
  @Requires('member.manage')
  @Returns(MemberView, {
    summary: 'Change the name, role or permissions of a member',
    description:
      'A role alone sets the permissions of that role; `permissions` overrides them. The change applies from the next request on. Adding a permission needs a password confirmed within the last 10 minutes.',
    problems: [
      ...(['invalid_body', 'not_found', 'permission_missing', 'member_holds_more'] as const),
      ...(['step_up_required', 'own_membership', 'member_removed'] as const),
    ],
  })
  update(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Body({ schema: UpdateMember }) body: UpdateMember,
  ): Promise<MemberView> {
    return this.members.update(by, id, body);
  }
}

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

@ApiTags('Settings')
@Controller('app/company/owners')
export class OwnersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @Authenticated()
  @Returns(OwnerList, {
    summary: 'List the owners of the company',
    description: 'The active members with the permission `company.manage`, whom other members can ask for a change.',
  })
  list(@By() by: Principal): Promise<OwnerList> {
    return this.members.owners(by);
  }
}

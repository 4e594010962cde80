import type { ListMembers, MemberList } from '@billhook/contract/member';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../access/principal.js';
import { CLOCK } from '../platform/tokens.js';
import { presentMember } from './member.presenter.js';
import { MembersRepository } from './members.repository.js';

@Injectable()
export class MembersService {
  constructor(
    private readonly members: MembersRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(by: Principal, query: ListMembers): Promise<MemberList> {
    return { data: (await this.members.list(by.company.id, query, this.clock.now())).map(presentMember) };
  }
}

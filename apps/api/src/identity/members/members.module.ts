import { Module } from '@nestjs/common';
import { CallerRights } from './caller-rights.js';
import { MembersRepository } from '@billhook/identity/members/members.repository';

/** Who is in a company, and what they may do now. Those who change that: `member-pages.module.ts`. */
@Module({ providers: [MembersRepository, CallerRights], exports: [MembersRepository, CallerRights] })
export class MembersModule {}

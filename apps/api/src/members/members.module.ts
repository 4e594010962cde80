import { Module } from '@nestjs/common';
import { MembersRepository } from './members.repository.js';

/** Who is in a company. Those who change that: `member-pages.module.ts`. */
@Module({ providers: [MembersRepository], exports: [MembersRepository] })
export class MembersModule {}

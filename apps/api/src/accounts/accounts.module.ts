import { Module } from '@nestjs/common';
import { AccountsRepository } from './accounts.repository.js';

/** Who can sign in, whatever company they are a member of. */
@Module({ providers: [AccountsRepository], exports: [AccountsRepository] })
export class AccountsModule {}

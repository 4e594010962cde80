import { Module } from '@nestjs/common';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';

/** Who can sign in, whatever company they are a member of. */
@Module({ providers: [AccountsRepository], exports: [AccountsRepository] })
export class AccountsModule {}

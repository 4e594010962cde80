import { AccountView, ChangePassword, UpdateAccount } from '@billhook/contract/identity/account';
import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Authenticated } from '../../request/requires.decorator.js';
import { Returns, ReturnsNothing } from '../../request/routes/returns.decorator.js';
import { AccountService } from './account.service.js';

/** The person who is signed in. */
@ApiTags('Settings')
@Controller('app/account')
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get()
  @Authenticated()
  @Returns(AccountView, { summary: 'Get your account' })
  get(@ByMember() by: SignedInMember): Promise<AccountView> {
    return this.account.describe(by);
  }

  @Patch()
  @Authenticated()
  @Returns(AccountView, { summary: 'Change your name or language', problems: ['invalid_body'] })
  update(@ByMember() by: SignedInMember, @Body({ schema: UpdateAccount }) body: UpdateAccount): Promise<AccountView> {
    return this.account.update(by, body);
  }

  @Post('password')
  @Authenticated()
  @ReturnsNothing({
    summary: 'Change your password',
    description: 'Ends all your other sessions.',
    problems: ['invalid_body', 'sign_in_failed', 'too_many_attempts'],
  })
  async changePassword(
    @ByMember() by: SignedInMember,
    @Body({ schema: ChangePassword }) body: ChangePassword,
  ): Promise<void> {
    await this.account.changePassword(by, body);
  }
}

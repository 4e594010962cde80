import {
  AccountView,
  ChangePassword,
  UpdateAccount,
  CompletePasswordReset,
  RequestPasswordReset,
} from '@billhook/contract/identity/account';
import { Body, Controller, Get, Patch, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { originOf } from '../../request/origin.rules.js';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Public, Returns, ReturnsNothing } from '../../request/routes/route.decorator.js';
import { AccountService } from './account.service.js';
import { PasswordResetService } from './password-reset.service.js';

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

/** For people who cannot sign in. */
@ApiTags('Settings')
@Controller('app/password-reset')
export class PasswordResetController {
  constructor(private readonly resets: PasswordResetService) {}

  @Post()
  @Public()
  @ReturnsNothing({
    status: 202,
    summary: 'Request a password reset link',
    description: 'The response is the same whether or not the address has an account.',
    problems: ['invalid_body', 'too_many_attempts'],
  })
  async request(
    @Body({ schema: RequestPasswordReset }) body: RequestPasswordReset,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.resets.request(body.email, originOf(request));
  }

  @Post('complete')
  @Public()
  @ReturnsNothing({
    summary: 'Set a new password with a reset link',
    description: 'Ends all sessions. Two-factor authentication stays on.',
    problems: ['invalid_body', 'reset_link_invalid', 'too_many_attempts'],
  })
  async complete(
    @Body({ schema: CompletePasswordReset }) body: CompletePasswordReset,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.resets.complete(body, originOf(request));
  }
}

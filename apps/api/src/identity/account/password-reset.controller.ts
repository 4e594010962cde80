import { CompletePasswordReset, RequestPasswordReset } from '@billhook/contract/identity/account';
import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { originOf } from '../../request/origin.js';
import { Public } from '../../request/requires.decorator.js';
import { ReturnsNothing } from '../../request/routes/returns.decorator.js';
import { PasswordResetService } from './password-reset.service.js';

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

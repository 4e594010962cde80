import { ConfirmPassword, SessionView, SignIn } from '@billhook/contract/session';
import { Problem } from '@billhook/domain/problems';
import type { Env } from '@billhook/platform/env';
import { Body, Controller, Delete, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../access/access.gate.js';
import { originOf } from '../access/origin.js';
import { ByMember, type MemberPrincipal, type Principal } from '../access/principal.js';
import { Authenticated, Public } from '../access/requires.decorator.js';
import { cookieOptions } from '../http/cookie.js';
import { Returns, ReturnsNothing } from '../http/returns.decorator.js';
import { ENV } from '../platform/tokens.js';
import { AuthService } from './auth.service.js';

@ApiTags('Settings')
@Controller('app/session')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Post()
  @Public()
  @Returns(SessionView, {
    status: 201,
    summary: 'Sign in',
    problems: ['invalid_body', 'sign_in_failed', 'too_many_attempts'],
  })
  async signIn(
    @Body({ schema: SignIn }) body: SignIn,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const session = await this.auth.signIn(body, originOf(request));
    const principal = await this.auth.find(session.id);
    if (!principal) throw new Problem('sign_in_failed');
    void reply.setCookie(SESSION_COOKIE, session.id, cookieOptions(this.env, '/', session.expiresAt));
    return this.auth.describe(principal);
  }

  @Get()
  @Authenticated()
  @Returns(SessionView, { summary: 'Who is signed in' })
  get(@ByMember() by: MemberPrincipal): Promise<SessionView> {
    return this.auth.describe(by);
  }

  @Post('confirm')
  @Authenticated()
  @Returns(SessionView, {
    summary: 'Confirm the password, for what asks for it',
    problems: ['invalid_body', 'sign_in_failed'],
  })
  confirm(
    @ByMember() by: MemberPrincipal,
    @Body({ schema: ConfirmPassword }) body: ConfirmPassword,
  ): Promise<SessionView> {
    return this.auth.confirm(by, body);
  }

  @Delete()
  @Authenticated()
  @ReturnsNothing({ summary: 'Sign out' })
  async signOut(
    @ByMember() by: MemberPrincipal & Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.auth.signOut(by);
    void reply.clearCookie(SESSION_COOKIE, { path: '/' });
  }
}

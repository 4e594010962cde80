import { SwitchCompany } from '@billhook/contract/identity/member';
import {
  ConfirmPassword,
  OptionalSession,
  SessionView,
  SignIn,
  SignInOptions,
} from '@billhook/contract/identity/session';
import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../request/origin.rules.js';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Public, Returns, ReturnsNothing } from '../../request/routes/route.decorator.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AuthService, CompanySwitchService } from './auth.service.js';
import { SessionCookieService } from './session-cookie.service.js';

@ApiTags('Settings')
@Controller('app')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookieService,
  ) {}

  @Get('sign-in-options')
  @Public()
  @Returns(SignInOptions, { summary: 'Get the options of the sign-in page' })
  options(): Promise<SignInOptions> {
    return this.auth.signInOptions();
  }

  @Post('session')
  @Public()
  @Returns(SessionView, {
    status: 201,
    summary: 'Sign in',
    problems: ['invalid_body', 'sign_in_failed', 'second_factor_required', 'second_factor_wrong', 'too_many_attempts'],
  })
  async signIn(
    @Body({ schema: SignIn }) body: SignIn,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const session = await this.auth.signIn(body, originOf(request));
    return this.cookies.replace(request, reply, session);
  }

  @Get('session')
  @Authenticated()
  @Returns(SessionView, { summary: 'Get the current session' })
  get(@ByMember() by: SignedInMember): Promise<SessionView> {
    return this.auth.describe(by);
  }

  @Get('optional-session')
  @Public({ readsSession: true })
  @Returns(OptionalSession, { summary: 'Get the current session, or null without one' })
  async optional(@Req() { principal }: FastifyRequest): Promise<OptionalSession> {
    return { session: principal?.kind === 'member' ? await this.auth.describe(principal) : null };
  }

  @Post('session/confirm')
  @Authenticated()
  @Returns(SessionView, {
    summary: 'Confirm the password',
    problems: ['invalid_body', 'sign_in_failed', 'too_many_attempts'],
  })
  confirm(
    @ByMember() by: SignedInMember,
    @Body({ schema: ConfirmPassword }) body: ConfirmPassword,
  ): Promise<SessionView> {
    return this.auth.confirm(by, body);
  }

  @Delete('session')
  @Authenticated()
  @ReturnsNothing({ summary: 'Sign out' })
  async signOut(@ByMember() by: SignedInMember, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sessions.signOut(by);
    this.cookies.clear(reply);
  }
}

@ApiTags('Settings')
@Controller('app/session/company')
export class CompanySwitchController {
  constructor(
    private readonly companies: CompanySwitchService,
    private readonly cookies: SessionCookieService,
  ) {}

  @Post()
  @Authenticated()
  @Returns(SessionView, {
    summary: 'Switch to another company',
    description: 'Ends the session and starts a new one with a new cookie.',
    problems: ['invalid_body', 'not_found'],
  })
  async change(
    @ByMember() by: SignedInMember,
    @Body({ schema: SwitchCompany }) body: SwitchCompany,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const session = await this.companies.switchTo(by, body);
    return this.cookies.replace(request, reply, session);
  }
}

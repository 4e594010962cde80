import { PortalSessionView, PortalLinkView } from '@billhook/contract/webhooks/portal';
import { ConfirmPassword } from '@billhook/contract/identity/session';
import { Problem } from '@billhook/domain/shared/problems';
import type { Env } from '@billhook/platform/env';
import { Body, Controller, Get, Inject, Post, Query, Req, Res, Header } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../request/origin.js';
import {
  ByPortal,
  type PortalPrincipal,
  type Principal,
  ByMember,
  type MemberPrincipal,
} from '../../request/principal.js';
import { Public, Requires } from '../../request/requires.decorator.js';
import { cookieOptions, portalCookie } from '../../request/cookies.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { ENV } from '@billhook/platform/tokens';
import { PortalService } from './portal.service.js';

const isForPerson = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') ?? false;

@ApiTags('Portal')
@Controller('portal')
export class PortalController {
  constructor(
    private readonly portal: PortalService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Takes the token out of the address before anything can keep it: history, referrer, a log of the page's requests. */
  @Get('enter')
  @Public()
  @ApiExcludeEndpoint()
  async enter(
    @Query('token') token: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // Fastify handles HEAD with the handler of GET. A HEAD request must not use the link up.
    if (request.method === 'HEAD') {
      await reply.status(405).header('Allow', 'GET').send();
      return;
    }
    const link = typeof token === 'string' ? token : '';
    const session = await this.portal.redeem(link, originOf(request)).catch((error: unknown) => {
      if (!(error instanceof Problem) || !isForPerson(request)) throw error;
      return undefined;
    });
    // The portal's page tells a person without a session how to get one.
    if (!session) return void (await reply.redirect('/portal/', 303));
    await reply
      .setCookie(portalCookie(this.env), session.id, cookieOptions(this.env, '/portal', session.expiresAt))
      .header('Referrer-Policy', 'no-referrer')
      .header('Cache-Control', 'no-store')
      .redirect('/portal/', 303);
  }

  @Get('api/session')
  @Requires('integration.write')
  @Returns(PortalSessionView, { summary: 'Get the portal session' })
  session(@ByPortal() by: PortalPrincipal & Principal): PortalSessionView {
    return this.portal.describe(by);
  }

  @Post('api/session/confirm')
  @Requires('integration.write')
  @Returns(PortalSessionView, {
    summary: 'Confirm the password',
    problems: ['invalid_body', 'sign_in_failed', 'too_many_attempts'],
  })
  confirm(
    @ByPortal() by: PortalPrincipal & Principal,
    @Body({ schema: ConfirmPassword }) body: ConfirmPassword,
  ): Promise<PortalSessionView> {
    return this.portal.confirm(by, body);
  }
}

@ApiTags('Settings')
@Controller('app/webhook-portal-links')
export class PortalLinksController {
  constructor(private readonly portal: PortalService) {}

  @Post()
  @Requires('integration.write')
  @Header('Cache-Control', 'no-store')
  @Returns(PortalLinkView, {
    status: 201,
    summary: 'Create a single-use link to the webhook portal',
    description: 'The link works once, within 15 minutes.',
    problems: ['permission_missing', 'webhooks_unavailable'],
  })
  create(@ByMember() by: MemberPrincipal & Principal): Promise<PortalLinkView> {
    return this.portal.createLink(by);
  }
}

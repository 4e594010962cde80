import { ConfirmPassword } from '@billhook/contract/identity/session';
import {
  ActivePortalLinks,
  CreatePortalLink,
  PortalLinkView,
  PortalSessionView,
  RedeemPortalLink,
} from '@billhook/contract/webhooks/portal';
import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import { ENV, type Env } from '@billhook/platform/env';
import { Body, Controller, Delete, Get, Header, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOptions, portalCookie } from '../../request/cookies.rules.js';
import { originOf } from '../../request/origin.rules.js';
import {
  ByPortal,
  type PortalPrincipal,
  type Principal,
  ByMember,
  type MemberPrincipal,
} from '../../request/principal.js';
import { Public, Requires, Returns, ReturnsNothing } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { isSpeculative } from '../../request/speculative-request.rules.js';
import { NoDryRun } from '../../request/writes/no-dry-run.decorator.js';
import { PortalService } from './portal.service.js';

/** The reason why a link did not work, as the page of the portal receives it. */
const LINK_STATES: { readonly [Code in ProblemCode]?: string } = {
  portal_link_used: 'used',
  portal_link_expired: 'expired',
  portal_link_revoked: 'revoked',
  portal_link_invalid: 'invalid',
};

const isForPerson = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') ?? false;

@ApiTags('Portal')
@Controller('portal')
export class PortalController {
  constructor(
    private readonly portal: PortalService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Removes the token from the address before it reaches the history, a referrer or a log. */
  @Get('enter')
  @Public()
  @ApiExcludeEndpoint()
  async enter(
    @Query('token') token: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // Fastify handles HEAD with the handler of GET, and a HEAD request must not use up the link.
    if (request.method === 'HEAD') {
      await reply.status(405).header('Allow', 'GET').send();
      return;
    }
    if (isSpeculative(request.headers)) {
      // A browser discards this response, and requests the link again when the person opens it.
      await reply.status(403).header('Cache-Control', 'no-store').send();
      return;
    }
    const link = typeof token === 'string' ? token : '';
    const rejected = await this.open(link, request, reply).then(
      () => undefined,
      (error: unknown) => {
        const state = error instanceof Problem ? LINK_STATES[error.code] : undefined;
        if (state === undefined || !isForPerson(request)) throw error;
        return state;
      },
    );
    void reply.header('Referrer-Policy', 'no-referrer').header('Cache-Control', 'no-store');
    // The page of the portal says why the link did not work and what to do next.
    await reply.redirect(rejected === undefined ? '/portal/' : `/portal/?link=${rejected}`, 303);
  }

  @Post('api/session')
  @Public()
  @NoDryRun('A link works once.')
  @Header('Cache-Control', 'no-store')
  @Returns(PortalSessionView, {
    status: 201,
    summary: 'Open the portal with a link',
    description: 'The token is in the body, so that it is in no address and no log.',
    problems: ['invalid_body', 'portal_link_invalid', 'portal_link_used', 'portal_link_expired', 'portal_link_revoked'],
  })
  async redeem(
    @Body({ schema: RedeemPortalLink }) { token }: RedeemPortalLink,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PortalSessionView> {
    return this.portal.describe(await this.open(token, request, reply));
  }

  /** Exchanges a link for a session, and sets the cookie. @throws Problem 401 */
  private async open(token: string, request: FastifyRequest, reply: FastifyReply): Promise<PortalPrincipal> {
    const cookie = portalCookie(this.env);
    const { id, principal } = await this.portal.redeem(token, request.cookies[cookie], originOf(request));
    void reply.setCookie(cookie, id, cookieOptions(this.env, '/portal', principal.session.expiresAt));
    return principal;
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
    description:
      'The link works once, within 15 minutes, for anyone who has it. Its holder acts as the member who created it, with the access of the link.',
    problems: ['invalid_body', 'permission_missing', 'webhooks_unavailable'],
  })
  create(
    @ByMember() by: MemberPrincipal & Principal,
    @Body({ schema: CreatePortalLink }) body: CreatePortalLink,
  ): Promise<PortalLinkView> {
    return this.portal.createLink(by, body);
  }

  @Get()
  @Requires('integration.write')
  @Returns(ActivePortalLinks, {
    summary: 'List the portal links that can be used or are open',
    problems: ['permission_missing'],
  })
  list(@ByMember() by: MemberPrincipal & Principal): Promise<ActivePortalLinks> {
    return this.portal.listLinks(by);
  }

  @Delete(':id')
  @Requires('integration.write')
  @ReturnsNothing({
    summary: 'Revoke a portal link and its session',
    problems: ['permission_missing', 'not_found'],
  })
  revoke(@ByMember() by: MemberPrincipal & Principal, @Id() id: number): Promise<void> {
    return this.portal.revokeLink(by, id);
  }
}

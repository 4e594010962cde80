import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../request/requires.decorator.js';
import { CLOCK, ENV } from '@billhook/platform/tokens';

/** From the request on: what is served now is true now, and a copy that somebody keeps grows old. RFC 9116 advises less than a year. */
const VALID_MS = 90 * 86_400_000;

/** Where to report a vulnerability (RFC 9116). */
@Controller('.well-known')
export class SecurityTxtController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('security.txt')
  @Public()
  @Header('Cache-Control', 'public, max-age=86400')
  @ApiExcludeEndpoint()
  async text(@Res() reply: FastifyReply): Promise<void> {
    const { SECURITY_CONTACT: contact, PUBLIC_URL } = this.env;
    if (contact === undefined) throw new Problem('route_not_found', 'This installation has no security contact.');
    const expires = new Date(this.clock.now().getTime() + VALID_MS);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, fr',
      `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
    ];
    await reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  }
}

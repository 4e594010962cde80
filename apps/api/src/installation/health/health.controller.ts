import { Problem } from '@billhook/domain/shared/problems';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { ApiTags, ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Public, Returns } from '../../request/routes/route.decorator.js';
import { HealthService } from './health.service.js';

const LiveView = z.object({ status: z.literal('ok') }).meta({ id: 'Live' });

type Live = z.infer<typeof LiveView>;

const ReadyView = z
  .object({
    status: z.enum(['ok', 'warning']),
    checks: z.array(
      z.object({
        name: z.string(),
        status: z.enum(['ok', 'warning', 'failing']),
        detail: z.string(),
        advice: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'Ready' });

/** The suggested wait before the next probe. */
const RETRY_AFTER_S = 5;

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('live')
  @Public({ isUncounted: true })
  @Returns(LiveView, { summary: 'Check that the process responds' })
  live(): Live {
    return { status: 'ok' };
  }

  /** Asks nothing, so that no slow database makes a proxy remove a process that can still respond. The shutdown delay ends it (`endConnections`). */
  @Get('serving')
  @Public({ isUncounted: true })
  @Returns(LiveView, { summary: 'Check that the process accepts requests', problems: ['not_ready'] })
  serving(): Live {
    return { status: 'ok' };
  }

  @Get('ready')
  @Public({ isUncounted: true })
  @Returns(ReadyView, { summary: 'Check whether the process can serve requests', problems: ['not_ready'] })
  async ready(): Promise<z.infer<typeof ReadyView>> {
    const checks = await this.health.findings();
    const failing = checks.filter(({ status }) => status === 'failing');
    if (failing.length > 0) {
      const detail = failing.map((finding) => finding.detail).join(' ');
      throw new Problem('not_ready', detail, { extensions: { retryAfter: RETRY_AFTER_S, checks } });
    }
    return { status: checks.every(({ status }) => status === 'ok') ? 'ok' : 'warning', checks };
  }
}

/** Counted from the request, because the file is correct now and a stored copy becomes outdated. RFC 9116 advises less than a year. */
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

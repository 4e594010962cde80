import { keyFormat, KeyFormat } from '@billhook/contract/identity/key-format';
import { BurnedKey, ReportLeakedKey } from '@billhook/contract/identity/leaked-key';
import { ENV, type Env } from '@billhook/platform/env';
import { Body, Controller, Post, Req, Get, Header, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { originOf } from '../../request/origin.rules.js';
import { Public, Returns } from '../../request/routes/route.decorator.js';
import { OnGlobalSide } from '../../request/writes/on-global-side.decorator.js';
import { LeakedKeysService } from './leaked-keys.service.js';

@ApiTags('Leaked keys')
@Controller('v1/leaked-keys')
export class LeakedKeysController {
  constructor(private readonly leaked: LeakedKeysService) {}

  @Post()
  @Public()
  @OnGlobalSide()
  @Returns(BurnedKey, {
    summary: 'Revoke a leaked key',
    description:
      'Revokes a key that you found. The whole key is the only proof needed. The key is rejected from the next request on, permanently, and its owner and the members who manage the keys of the company are notified by email. Reporting a key that is already revoked or expired changes nothing, so an Idempotency-Key is ignored unless you authenticate with a key.',
    problems: ['leaked_key_unknown'],
  })
  async report(
    @Body({ schema: ReportLeakedKey }) { key, source }: ReportLeakedKey,
    @Req() request: FastifyRequest,
  ): Promise<BurnedKey> {
    const prefix = await this.leaked.burn(key, { source: source ?? null, origin: originOf(request) });
    return { status: 'revoked', prefix };
  }
}

/** Publishes the format of keys for secret scanners. */
@ApiTags('Leaked keys')
@Controller('.well-known')
export class KeyFormatController {
  constructor(@Inject(ENV) private readonly env: Env) {}

  @Get('api-key-format.json')
  @Public()
  @Header('Cache-Control', 'public, max-age=86400')
  @Returns(KeyFormat, { summary: 'Get the format of API keys' })
  format(): KeyFormat {
    return keyFormat(this.env.PUBLIC_URL);
  }
}

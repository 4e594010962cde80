import { BurnedKey, ReportLeakedKey } from '@billhook/contract/identity/leaked-key';
import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { originOf } from '../../request/origin.js';
import { Public } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { LeakedKeysService } from './leaked-keys.service.js';

@ApiTags('Leaked keys')
@Controller('v1/leaked-keys')
export class LeakedKeysController {
  constructor(private readonly leaked: LeakedKeysService) {}

  @Post()
  @Public()
  @Returns(BurnedKey, {
    summary: 'Burn a key that leaked',
    description:
      'Ends a key that you found: who holds the whole of it needs no other proof. It is refused from the next request on, for good, and its owner and those who manage the keys of the company are told by mail. To report a key twice, or one that has ended already, changes nothing; so without a key of your own an Idempotency-Key is not looked at.',
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

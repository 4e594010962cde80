import { keyFormat, KeyFormat } from '@billhook/contract/identity/key-format';
import type { Env } from '@billhook/platform/env';
import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { ENV } from '@billhook/platform/tokens';

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

import { Database } from '@billhook/db/database';
import { Problem } from '@billhook/domain/shared/problems';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Public } from '../request/requires.decorator.js';
import { Returns } from '../request/routes/returns.decorator.js';

const HealthView = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly db: Database) {}

  @Get('live')
  @Public({ isUncounted: true })
  @Returns(HealthView, { summary: 'Check that the process responds' })
  live(): z.infer<typeof HealthView> {
    return { status: 'ok' };
  }

  @Get('ready')
  @Public({ isUncounted: true })
  @Returns(HealthView, { summary: 'Check that the process and its database respond', problems: ['not_ready'] })
  async ready(): Promise<z.infer<typeof HealthView>> {
    await this.db.query({ name: 'health', text: 'SELECT 1' }).catch(() => {
      throw new Problem('not_ready', 'The database does not respond.', { extensions: { retryAfter: 5 } });
    });
    return { status: 'ok' };
  }
}

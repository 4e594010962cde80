import { systemClock } from '@billhook/platform/clock';
import { parseEnv } from '@billhook/platform/load-env';
import { createLogger } from '@billhook/platform/logger';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { createAdapter } from './app.setup.js';

/** The application in Nest's preview mode: its routes can be read, nothing runs, and it needs no database. */
export async function previewApp(): Promise<NestFastifyApplication> {
  const { env } = parseEnv({
    DATABASE_URL: 'postgresql://none',
    APP_SECRETS: 'not-used-to-sign-anything-at-all-here',
    LOG_LEVEL: 'warn',
  });
  if (!env) throw new Error('the preview has invalid settings');
  const platform = { env, clock: systemClock, logger: createLogger('openapi', env) };
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(platform, () => undefined),
    createAdapter(platform),
    { preview: true, logger: false },
  );
  return app.init();
}

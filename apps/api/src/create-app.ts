import 'reflect-metadata';
import type { Wake } from '@billhook/db/outbox';
import { NestLogger } from '@billhook/platform/nest/nest-logger';
import type { Platform } from '@billhook/platform/nest/platform.module';
import type { WakeSignals } from '@billhook/webhooks/engine/wake-signal';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { configureApp, createAdapter } from './app.setup.js';

/**
 * The whole application, configured but not listening.
 * @param signals that follow the commits of all processes; without them, streams of screens look less often
 */
export async function createApp(
  platform: Platform,
  wake: Wake,
  signals: WakeSignals | null = null,
): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(platform, wake, signals),
    createAdapter(platform),
    {
      logger: new NestLogger(platform.logger),
      abortOnError: false,
      // Bodies are JSON and nothing else: see acceptJsonOnly.
      bodyParser: false,
    },
  );
  await configureApp(app);
  return app;
}

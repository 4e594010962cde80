import 'reflect-metadata';
import type { Wake } from '@billhook/db/outbox';
import { NestLogger } from '@billhook/platform/nest/nest-logger';
import type { Platform } from '@billhook/platform/nest/platform.module';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { configureApp, createAdapter } from './app.setup.js';

/** The whole application, configured but not listening. */
export async function createApp(platform: Platform, wake: Wake): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(platform, wake),
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

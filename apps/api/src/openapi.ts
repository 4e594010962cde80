import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { systemClock } from '@billhook/platform/clock';
import { parseEnv } from '@billhook/platform/env';
import { createLogger } from '@billhook/platform/logger';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { createAdapter } from './app.setup.js';
import { buildOpenApi } from './openapi/openapi-document.js';

/** Writes the OpenAPI document for the docs site. Only the routes are read (Nest's preview mode): no database is needed. */
const { env } = parseEnv({
  DATABASE_URL: 'postgresql://none',
  APP_SECRETS: 'not-used-to-sign-anything-at-all-here',
  LOG_LEVEL: 'warn',
});
if (!env) throw new Error('the settings of the document are wrong');
const platform = { env, clock: systemClock, logger: createLogger('openapi', env) };
const app = await NestFactory.create<NestFastifyApplication>(
  AppModule.with(platform, () => undefined),
  createAdapter(env),
  {
    preview: true,
    logger: false,
  },
);
await app.init();
const file = new URL('../../docs/openapi.json', import.meta.url);
await writeFile(file, `${JSON.stringify(buildOpenApi(app), null, 2)}\n`);
await app.close();

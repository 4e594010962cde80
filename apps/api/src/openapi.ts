import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { systemClock } from '@billhook/platform/clock';
import { parseEnv } from '@billhook/platform/env';
import { createLogger } from '@billhook/platform/logger';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { createAdapter } from './app.setup.js';
import { breakingChanges } from './openapi/breaking-changes.js';
import { buildOpenApi, isOpenApi } from './openapi/openapi-document.js';

/*
 * Writes the OpenAPI document for the docs site. Only the routes are read (Nest's preview mode): no database is needed. What would break
 * programs that were written for the document of before is not written, unless `--breaking` says that it is meant.
 */
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
const document = buildOpenApi(app);
await app.close();

const file = new URL('../../docs/openapi.json', import.meta.url);
const before: unknown = JSON.parse(await readFile(file, 'utf8'));
if (!isOpenApi(before)) throw new Error('what is committed is no OpenAPI document');
const breaks = breakingChanges(before, document);
if (breaks.length > 0 && !process.argv.includes('--breaking')) {
  const list = breaks.map((sentence) => `  - ${sentence}\n`).join('');
  process.stderr.write(
    `This document breaks programs that were written for the one before, and /v1 only grows:\n${list}\nNothing was written. If it is meant: npm run openapi -- --breaking\n`,
  );
  process.exitCode = 1;
} else {
  await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
}

import { writeFile } from 'node:fs/promises';
import { systemClock } from '@billhook/platform/clock';
import { loadEnv } from '@billhook/platform/env';
import { createLogger } from '@billhook/platform/logger';
import { createApp } from './create-app.js';
import { OpenApiDocument } from './openapi/openapi-document.js';

const env = loadEnv();
const app = await createApp({ env, clock: systemClock, logger: createLogger('openapi', env) }, () => undefined);
await app.init();
const file = new URL('../../docs/openapi.json', import.meta.url);
await writeFile(file, `${JSON.stringify(app.get(OpenApiDocument).document, null, 2)}\n`);
await app.close();

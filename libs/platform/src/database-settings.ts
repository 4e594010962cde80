import { z } from 'zod';
import { databaseUrl, wholeNumber } from './env-fields.js';
import { setting } from './setting-doc.js';

/** The settings of the connections to PostgreSQL. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: databaseUrl().meta(
    setting(
      'Data',
      'The PostgreSQL database. If it is unset, `npm start` uses an embedded one.',
      'postgresql://billhook:password@localhost:5432/billhook',
    ),
  ),
  DATABASE_PASSWORD: z
    .string()
    .optional()
    .meta(
      setting(
        'Data',
        'The password of the user in DATABASE_URL, with any characters and without percent-encoding. It applies if DATABASE_URL contains a user and no password.',
      ),
    ),
  DATABASE_REPLICA_URL: databaseUrl()
    .optional()
    .meta(
      setting(
        'Data',
        'A standby that follows the server of DATABASE_URL. Lists, reports and exports are read from it if it has every change of the company. DATABASE_PASSWORD applies as well.',
        'postgresql://billhook:password@replica:5432/billhook',
      ),
    ),
  DATABASE_WAIT_SECONDS: wholeNumber(1, 600)
    .prefault('10')
    .meta(
      setting(
        'Data',
        'Seconds that a request or a job waits for a connection of the pool. After that, a request receives a 503.',
      ),
    ),
  DATABASE_POOL_SIZE: wholeNumber(1, 500)
    .prefault('10')
    .meta(
      setting(
        'Data',
        'Size of the PostgreSQL connection pool of each process. Look-ups and the queue use a few more connections.',
      ),
    ),
} as const;

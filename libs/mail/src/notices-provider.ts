import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { Notices } from './notices.js';

/** Provides `Notices` to a server. */
export const NOTICES_PROVIDER = {
  provide: Notices,
  inject: [AppSecrets, ENV, CLOCK],
  useFactory: (secrets: AppSecrets, { SMTP_URL }: Env, clock: Clock) =>
    new Notices(SMTP_URL !== undefined, secrets, clock),
};

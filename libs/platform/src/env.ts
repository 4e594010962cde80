import { z } from 'zod';
import {
  contact,
  cidrList,
  flag,
  mailbox,
  numberList,
  oneOf,
  proxyTrust,
  secretList,
  serverList,
  urlOf,
  wholeNumber,
} from './env-fields.js';

/** What `.env.example` says about a setting: its heading, its sentence, and an example where there is no default. */
export type SettingDoc = { group: string; description: string; example?: string };

const setting = (group: string, description: string, example?: string): SettingDoc => ({
  group,
  description,
  ...(example === undefined ? {} : { example }),
});

/** Every setting of every process. `prefault` is the default in the form one would type it. */
export const envSchema = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production'])
    .prefault('development')
    .meta(setting('Process', 'What this installation is for: development, test or production.')),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .prefault('info')
    .meta(
      setting(
        'Process',
        'The least important message still written: trace, debug, info, warn, error, fatal or silent.',
      ),
    ),
  LOG_FORMAT: oneOf(['json', 'pretty'])
    .prefault('json')
    .meta(setting('Process', 'json for machines, pretty for people; `npm start` uses pretty.')),

  HOST: z
    .string()
    .prefault('127.0.0.1')
    .meta(setting('HTTP', 'The address the API listens on; 0.0.0.0 lets other machines in.')),
  PORT: wholeNumber(1, 65535).prefault('3000').meta(setting('HTTP', 'The port the API listens on.')),
  PUBLIC_URL: urlOf('http', 'https')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .meta(setting('HTTP', 'How browsers and integrators reach this installation. Default: http://localhost:PORT.')),
  UPGRADE_URL: urlOf('http', 'https')
    .optional()
    .meta(
      setting(
        'HTTP',
        'Where an owner of a company on the Free plan upgrades it. Without it, the screens say that the operator changes the plan.',
        'https://example.com/upgrade',
      ),
    ),
  TRUST_PROXY: proxyTrust()
    .prefault('false')
    .meta(setting('HTTP', 'Whose X-Forwarded-For is believed: true, false, a count of proxies, or their networks.')),

  SECURITY_CONTACT: contact()
    .optional()
    .meta(
      setting(
        'HTTP',
        'Where to report a vulnerability: an email address or an https page. Without it, /.well-known/security.txt answers 404.',
        'security@example.com',
      ),
    ),

  DATABASE_URL: urlOf('postgres', 'postgresql').meta(
    setting(
      'Data',
      'The PostgreSQL database. `npm start` brings its own when this is unset.',
      'postgresql://billhook:password@localhost:5432/billhook',
    ),
  ),
  DATABASE_WAIT_SECONDS: wholeNumber(1, 600)
    .prefault('10')
    .meta(
      setting(
        'Data',
        'How long a request or a job waits for a connection of the pool; after that a request is answered 503.',
      ),
    ),
  DATABASE_POOL_SIZE: wholeNumber(1, 500)
    .prefault('10')
    .meta(
      setting(
        'Data',
        'Connections in the pool that each process keeps to PostgreSQL; look-ups and the queue hold a few more.',
      ),
    ),
  REDIS_URL: urlOf('redis', 'rediss')
    .optional()
    .meta(
      setting(
        'Data',
        'A Redis for the queue and the rate limits; without it both are on PostgreSQL.',
        'redis://localhost:6379',
      ),
    ),

  APP_SECRETS: secretList(32).meta(
    setting(
      'Secrets',
      'Secrets of at least 32 characters, separated by commas. The first signs, all verify: put a new one in front to change it. To make one: openssl rand -base64 48',
    ),
  ),

  SMTP_URL: urlOf('smtp', 'smtps')
    .optional()
    .meta(
      setting(
        'Mail',
        'The mail server, with user and password if it wants them; smtps is TLS from the start. Without it mails are kept to be read, and none is sent.',
        'smtp://user:password@mail.example.com:587',
      ),
    ),
  MAIL_FROM: mailbox()
    .optional()
    .meta(
      setting(
        'Mail',
        'Who mails come from; needed with SMTP_URL. Clients see "<company> via <this name>", and answer to the company.',
        'Billhook <billing@example.com>',
      ),
    ),

  PDF_THREADS: wholeNumber(1, 64)
    .prefault('1')
    .meta(
      setting(
        'PDFs',
        'Threads that draw PDFs in each process, beside its other work. Each takes up to 150 MB while used.',
      ),
    ),
  PDF_QUEUE: wholeNumber(4, 10_000)
    .prefault('32')
    .meta(
      setting(
        'PDFs',
        'PDFs that wait for a thread in each process; a company may fill a quarter. Further requests get 503 or 429.',
      ),
    ),
  PDF_TIME_LIMIT_MS: wholeNumber(10, 600_000)
    .prefault('30000')
    .meta(
      setting('PDFs', 'Milliseconds that drawing one PDF may take, and that a request waits for a thread at most.'),
    ),
  PDF_MEMORY_LIMIT_MB: wholeNumber(32, 16_384)
    .prefault('256')
    .meta(
      setting(
        'PDFs',
        'Megabytes of heap that one thread may use. The largest document that a request can describe needs about 100.',
      ),
    ),

  SESSION_IDLE_MINUTES: wholeNumber(1, 10_080)
    .prefault('120')
    .meta(setting('Sessions', 'Minutes without a request after which a browser session ends.')),
  SESSION_MAX_HOURS: wholeNumber(1, 8_760)
    .prefault('168')
    .meta(setting('Sessions', 'Hours after which a browser session ends however much it was used.')),

  RATE_LIMIT_KEY: wholeNumber(0, 1_000_000)
    .prefault('600')
    .meta(setting('Rate limits', 'Requests a minute to /v1 with one key; 0 is no limit.')),
  RATE_LIMIT_COMPANY: wholeNumber(0, 1_000_000)
    .prefault('3000')
    .meta(setting('Rate limits', 'Requests a minute to /v1 with all keys of one company; 0 is no limit.')),
  RATE_LIMIT_ADDRESS: wholeNumber(0, 1_000_000)
    .prefault('120')
    .meta(
      setting(
        'Rate limits',
        'Requests a minute to /v1 from one address (of IPv6 the first 64 bits) without a valid key; 0 is no limit.',
      ),
    ),
  RATE_LIMIT_PUBLIC: wholeNumber(0, 1_000_000)
    .prefault('300')
    .meta(
      setting(
        'Rate limits',
        'Requests a minute from one address to what needs no sign-in: the sign-in page, password resets, invitations, and documents opened by a link; 0 is no limit.',
      ),
    ),
  RATE_LIMIT_PATIENCE_MS: wholeNumber(10, 10_000)
    .prefault('250')
    .meta(
      setting(
        'Rate limits',
        'Milliseconds that a request waits for the shared count at most; then each process limits by itself until it answers.',
      ),
    ),

  WEBHOOKS_ENABLED: flag()
    .prefault('true')
    .meta(setting('Webhooks', 'Whether webhooks exist here; when false their screens and routes say so.')),
  WEBHOOK_ALLOW_HTTP: flag()
    .prefault('false')
    .meta(setting('Webhooks', 'Whether receivers may be plain http. For development; `npm start` allows it.')),
  WEBHOOK_ALLOWED_CIDRS: cidrList()
    .prefault('')
    .meta(
      setting(
        'Webhooks',
        'Networks that receivers may be in although they are not public, separated by commas.',
        '127.0.0.0/8,::1/128',
      ),
    ),
  WEBHOOK_DNS_SERVERS: serverList()
    .prefault('')
    .meta(
      setting(
        'Webhooks',
        'DNS servers that the hosts of receivers are looked up with, separated by commas. Default: those of the machine.',
        '192.0.2.53,192.0.2.54:5353',
      ),
    ),
  WEBHOOK_TIMEOUT_MS: wholeNumber(100, 120_000)
    .prefault('15000')
    .meta(setting('Webhooks', 'Milliseconds that one attempt may take, name look-up to last byte.')),
  WEBHOOK_SWEEP_MS: wholeNumber(100, 600_000)
    .prefault('2000')
    .meta(setting('Webhooks', 'Milliseconds between two looks for due deliveries that the queue forgot.')),
  WEBHOOK_RETRY_SCHEDULE: numberList(604_800, 30)
    .prefault('0,5,300,1800,7200,18000,36000,50400,72000,86400')
    .meta(setting('Webhooks', 'Seconds to wait before each attempt; their count is the count of attempts.')),
  WEBHOOK_RETENTION_DAYS: wholeNumber(1, 3_650)
    .prefault('30')
    .meta(
      setting(
        'Webhooks',
        'Days for which attempts and the texts of events are kept: as far back something can be pulled or sent again.',
      ),
    ),
  WEBHOOK_METADATA_DAYS: wholeNumber(1, 3_650)
    .prefault('90')
    .meta(
      setting(
        'Webhooks',
        'Days for which it is kept that there was an event and what became of its deliveries; at least WEBHOOK_RETENTION_DAYS.',
      ),
    ),
});

/** The typed settings. `PUBLIC_URL` has no slash at its end. */
export type Env = Omit<z.output<typeof envSchema>, 'PUBLIC_URL'> & { PUBLIC_URL: string };

/** One wrong setting, as a sentence: `PORT must be a whole number from 1 to 65535`. */
export type EnvFault = { key: string; message: string };

export type EnvResult = { env: Env; faults?: undefined } | { env?: undefined; faults: EnvFault[] };

/** Environment variables by name. */
export type Source = Record<string, string | undefined>;

/**
 * Types the settings, or names every fault at once. An empty value counts as unset, as in `KEY=` of a `.env` file.
 * Pure: reads nothing but its argument.
 */
export function parseEnv(source: Source): EnvResult {
  const given = withoutEmpty(source);
  const result = envSchema.safeParse(given);
  const faults = new Map<string, EnvFault>();
  if (given['SMTP_URL'] !== undefined && given['MAIL_FROM'] === undefined) {
    faults.set('MAIL_FROM', { key: 'MAIL_FROM', message: 'is not set' });
  }
  if (result.success && result.data.WEBHOOK_METADATA_DAYS < result.data.WEBHOOK_RETENTION_DAYS) {
    faults.set('WEBHOOK_METADATA_DAYS', {
      key: 'WEBHOOK_METADATA_DAYS',
      message: 'must be at least WEBHOOK_RETENTION_DAYS',
    });
  }
  if (result.success && faults.size === 0) {
    const env = result.data;
    return { env: { ...env, PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}` } };
  }
  for (const issue of result.error?.issues ?? []) {
    const key = String(issue.path[0]);
    const missing = source[key] === undefined || source[key] === '';
    // A list reports each of its items; one sentence a setting is enough.
    if (!faults.has(key)) faults.set(key, { key, message: missing ? 'is not set' : issue.message });
  }
  return { faults: [...faults.values()] };
}

/** The message for a person who has to mend the faults: a line each, with what the setting is for when it is missing. */
export function renderFaults(faults: readonly EnvFault[]): string {
  const lines = faults.map(
    ({ key, message }) => `  ${key} ${message}.${message === 'is not set' ? ` ${describe(key)}` : ''}`,
  );
  const count = faults.length === 1 ? 'one setting is wrong' : `${faults.length} settings are wrong`;
  return [`Billhook cannot start: ${count}.`, ...lines, 'Every setting is described in .env.example.', ''].join('\n');
}

/** The settings of this process. Prints every fault and ends the process with 1 if there is any. */
export function loadEnv(source: Source = process.env): Env {
  const { env, faults } = parseEnv(source);
  if (env) return env;
  process.stderr.write(renderFaults(faults));
  process.exit(1);
}

/** The database alone: for a program that only looks into it, and needs no secret. Ends the process as `loadEnv` does. */
export function loadDatabaseUrl(source: Source = process.env): string {
  const faults = parseEnv(source).faults?.filter(({ key }) => key === 'DATABASE_URL') ?? [];
  const url = faults.length === 0 && source['DATABASE_URL'];
  if (url) return url;
  process.stderr.write(renderFaults(faults));
  process.exit(1);
}

/** What is set to nothing counts as not set. */
export function withoutEmpty(source: Source): Source {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
}

function describe(key: string): string {
  const fields: Record<string, z.ZodType> = envSchema.shape;
  return fields[key]?.meta()?.description ?? '';
}

import type { z } from 'zod';
import { withPassword } from './env-fields.js';
import { envSchema, type Env } from './env.js';

/** An invalid setting, as a sentence: `PORT must be a whole number from 1 to 65535`. */
export type EnvError = { key: string; message: string };

export type EnvResult = { env: Env; errors?: undefined } | { env?: undefined; errors: EnvError[] };

/** Environment variables by name. */
export type Source = Record<string, string | undefined>;

/** Settings that require another one. */
const REQUIRED_WITH = [
  ['SMTP_URL', 'MAIL_FROM'],
  ['OPERATOR_PORT', 'OPERATOR_PASSWORD'],
] as const;

/** Parses the settings, or returns all errors. An empty value counts as unset, as in `KEY=` of a `.env` file. Pure. */
export function parseEnv(source: Source): EnvResult {
  const given = withoutEmpty(source);
  const result = envSchema.safeParse(given);
  const errors = new Map<string, EnvError>();
  for (const [setting, key] of REQUIRED_WITH) {
    if (given[setting] !== undefined && given[key] === undefined) errors.set(key, { key, message: 'is not set' });
  }
  if (result.success && result.data.WEBHOOK_METADATA_DAYS < result.data.WEBHOOK_RETENTION_DAYS) {
    errors.set('WEBHOOK_METADATA_DAYS', {
      key: 'WEBHOOK_METADATA_DAYS',
      message: 'must be at least WEBHOOK_RETENTION_DAYS',
    });
  }
  if (result.success && errors.size === 0) {
    const env = result.data;
    const { DATABASE_REPLICA_URL: replica, DATABASE_PASSWORD: password } = env;
    return {
      env: {
        ...env,
        DATABASE_URL: withPassword(env.DATABASE_URL, password),
        DATABASE_REPLICA_URL: replica && withPassword(replica, password),
        PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
      },
    };
  }
  for (const issue of result.error?.issues ?? []) {
    const key = String(issue.path[0]);
    const missing = source[key] === undefined || source[key] === '';
    // A list reports an error for each item; one sentence per setting is enough.
    if (!errors.has(key)) errors.set(key, { key, message: missing ? 'is not set' : issue.message });
  }
  return { errors: [...errors.values()] };
}

/** The errors as a message, one line each, with the description of missing settings. */
export function renderErrors(errors: readonly EnvError[]): string {
  const lines = errors.map(
    ({ key, message }) => `  ${key} ${message}.${message === 'is not set' ? ` ${describe(key)}` : ''}`,
  );
  const count = errors.length === 1 ? 'one setting is wrong' : `${errors.length} settings are wrong`;
  return [`Billhook cannot start: ${count}.`, ...lines, 'Every setting is described in .env.example.', ''].join('\n');
}

/** The settings of this process. Prints all errors and exits with 1 if there are any. */
export function loadEnv(source: Source = process.env): Env {
  const { env, errors } = parseEnv(source);
  if (env) return env;
  process.stderr.write(renderErrors(errors));
  process.exit(1);
}

/** The database URL alone, for programs that only read the database and need no secret. Exits like `loadEnv`. */
export function loadDatabaseUrl(source: Source = process.env): string {
  const { data, error } = envSchema.shape.DATABASE_URL.safeParse(source['DATABASE_URL'] || undefined);
  if (data !== undefined) return withPassword(data, source['DATABASE_PASSWORD'] || undefined);
  const message = source['DATABASE_URL'] ? (error.issues[0]?.message ?? 'is invalid') : 'is not set';
  process.stderr.write(renderErrors([{ key: 'DATABASE_URL', message }]));
  process.exit(1);
}

/** The application secrets alone, for programs that also run without them: undefined if they are not set. Exits like `loadEnv`. */
export function loadSecrets(source: Source = process.env): readonly string[] | undefined {
  const text = source['APP_SECRETS'];
  if (text === undefined || text === '') return undefined;
  const { data, error } = envSchema.shape.APP_SECRETS.safeParse(text);
  if (data) return data;
  process.stderr.write(renderErrors([{ key: 'APP_SECRETS', message: error.issues[0]?.message ?? 'is invalid' }]));
  process.exit(1);
}

/** The options that Node has read: those of NODE_OPTIONS first, then those of the command line. */
export const nodeOptions = (source: Source = process.env): string =>
  [source['NODE_OPTIONS'] ?? '', ...process.execArgv].join(' ');

/** Removes empty values, which count as unset. */
export function withoutEmpty(source: Source): Source {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
}

function describe(key: string): string {
  const fields: Record<string, z.ZodType> = envSchema.shape;
  return fields[key]?.meta()?.description ?? '';
}

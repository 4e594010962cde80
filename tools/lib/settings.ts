import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../../libs/platform/src/env.ts';
import { isAlive } from '../../libs/platform/src/running-process.ts';
import { load } from './load.ts';
import { root } from './root.mjs';
import { Fault } from './say.mjs';

type LoadEnv = typeof import('../../libs/platform/src/load-env.ts');

/** The settings as the processes read them. */
export type Settings = Env;

/** Variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A running `npm start`; `since` in ms since 1970. */
interface RunningStart {
  readonly pid: number;
  readonly publicUrl: string;
  readonly since: number;
}

/** The data of this installation outside the repository: the database, the secret, the demo sign-ins. */
export const dataDir = join(root, '.data');

/** Loads `.env` if it exists. Variables that are already set win. */
export function readDotEnv(): void {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Host and port as the API reads them. */
export function address(): { host: string; port: number } {
  return { host: process.env.HOST || '127.0.0.1', port: Number(process.env.PORT || 3000) };
}

/**
 * The defaults that `npm start` sets for its processes: a generated secret, readable logs, and receivers on this machine for trying
 * webhooks. Returns only unset variables.
 */
export function startDefaults(): Record<string, string> {
  mkdirSync(dataDir, { recursive: true });
  const defaults = {
    LOG_FORMAT: 'pretty',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
    ...(process.env.APP_SECRETS ? {} : { APP_SECRETS: ownSecret() }),
  };
  return Object.fromEntries(Object.entries(defaults).filter(([key]) => !process.env[key]));
}

// One file for each `npm start`: two starts of a folder have different ports.
const addresses = join(dataDir, 'addresses');
const addressFile = (pid: number): string => join(addresses, `${pid}.json`);

/** Stores the address of a running `npm start`, which may come from variables that other commands do not have. */
export function storeAddress(publicUrl: string): void {
  mkdirSync(addresses, { recursive: true });
  for (const { pid } of storedAddresses()) if (!isAlive(pid)) rmSync(addressFile(pid), { force: true });
  writeFileSync(addressFile(process.pid), JSON.stringify({ pid: process.pid, publicUrl, since: Date.now() }));
}

/** Removes what this process stored. */
export function removeAddress(): void {
  rmSync(addressFile(process.pid), { force: true });
}

/** The address of a running `npm start` as a setting, the first one of several, so that commands beside it print links that work. */
export function runningAddress(): Record<string, string> {
  if (process.env.PUBLIC_URL || process.env.PORT) return {};
  const [first] = runningStarts();
  return first ? { PUBLIC_URL: first.publicUrl } : {};
}

/** The running `npm start` of this folder, in their order. */
export function runningStarts(): RunningStart[] {
  return storedAddresses()
    .filter(({ pid }) => isAlive(pid))
    .sort((a, b) => a.since - b.since);
}

function storedAddresses(): RunningStart[] {
  if (!existsSync(addresses)) return [];
  return readdirSync(addresses).flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(addresses, name), 'utf8')) as RunningStart];
    } catch {
      // Removed in the meantime, or not written completely.
      return [];
    }
  });
}

/** Checks all settings as the processes do, before any of them starts. @returns the settings as the processes read them */
export async function checkSettings(env: Variables): Promise<Settings> {
  const { parseEnv, renderErrors } = await load<LoadEnv>('libs/platform/dist/load-env.js');
  const { env: settings, errors } = parseEnv(env);
  if (errors) throw new Fault(renderErrors(errors).trimEnd());
  return settings;
}

function ownSecret(): string {
  const file = join(dataDir, 'app-secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

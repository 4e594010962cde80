import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CliError } from './cli-error.js';
import { strictText } from './strict-text.js';
import type { Terminal } from './terminal.js';

/** Tokens of an access that a person allowed, for one resource. */
export interface StoredTokens {
  readonly access: string;
  readonly refresh: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export type StoredResource = 'v1' | 'mcp';

/** An installation, with the credential for it. */
export interface Profile {
  readonly url: string;
  readonly key?: string;
  readonly tokens?: Readonly<Partial<Record<StoredResource, StoredTokens>>>;
}

interface StoredSettings {
  readonly profiles: Readonly<Record<string, Profile>>;
  /** Signs what `listen` and `trigger` send. */
  readonly signingSecret?: string;
}

/** The file with the profiles: `$XDG_CONFIG_HOME/billhook/config.json`, which only its owner can read. */
export class SettingsFile {
  readonly path: string;

  constructor(env: Terminal['env']) {
    this.path = join(env['XDG_CONFIG_HOME'] || join(homeOf(env), '.config'), 'billhook', 'config.json');
  }

  /** @throws CliError for a file that is not readable */
  read(): StoredSettings {
    const text = readIfThere(this.path);
    if (text === undefined) return { profiles: {} };
    if ((statSync(this.path).mode & 0o077) !== 0 && process.platform !== 'win32') chmodSync(this.path, 0o600);
    const stored = parsed(text) as Partial<StoredSettings> | undefined;
    if (typeof stored !== 'object' || typeof (stored.profiles ?? {}) !== 'object') {
      const advice = 'Correct it, or delete it and sign in again with billhook login.';
      throw new CliError('failed', `${this.path} is not valid JSON.`, advice);
    }
    return { ...stored, profiles: stored.profiles ?? {} };
  }

  profile(name: string): Profile | undefined {
    const { profiles } = this.read();
    return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  }

  /** Reads the file again before the change: other commands may have written in the meantime. */
  setProfile(name: string, profile: Profile | undefined): void {
    const stored = this.read();
    const { [name]: _, ...others } = stored.profiles;
    this.write({ ...stored, profiles: { ...others, ...(profile && { [name]: profile }) } });
  }

  /** The signing secret of this machine. Created on first use, and then the same. */
  signingSecret(): string {
    const { signingSecret } = this.read();
    if (signingSecret !== undefined) return signingSecret;
    const bytes = crypto.getRandomValues(new Uint8Array(24));
    const created = `whsec_${Buffer.from(bytes).toString('base64')}`;
    this.write({ ...this.read(), signingSecret: created });
    return created;
  }

  private write(stored: StoredSettings): void {
    writeWhole(this.path, `${JSON.stringify(stored, null, 2)}\n`);
  }
}

/** The folder of positions: `$XDG_STATE_HOME/billhook`. */
export const stateFolder = (env: Terminal['env']): string =>
  join(env['XDG_STATE_HOME'] || join(homeOf(env), '.local', 'state'), 'billhook');

const homeOf = (env: Terminal['env']): string => env['HOME'] || homedir();

/** Replaces a file as a whole: a process that is killed leaves the previous content or the new one. @throws CliError */
export function writeWhole(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSync(`${path}.new`, 'w', 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw new CliError(
      'failed',
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      'Set XDG_CONFIG_HOME and XDG_STATE_HOME to folders that you can write to.',
    );
  }
}

/** The content of a file; undefined without it. */
export function readIfThere(path: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Users of services have a home such as /dev/null.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CliError('failed', `${path} cannot be read (${code}).`);
  }
  return strictText(bytes, path);
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { Billhook } from '../billhook.js';
import { Transport, type BillhookOptions } from '../transport.js';
import { CliError } from './cli-error.js';
import { discoverOAuth, refreshTokens } from './oauth.js';
import { SettingsFile, type StoredResource, type Profile, type StoredTokens } from './settings-file.js';
import type { Terminal } from './terminal.js';

/** An installation with a credential for it. */
export interface Connection {
  readonly url: string;
  /** Where the credential comes from: `BILLHOOK_API_KEY`, or the name of a profile. */
  readonly source: string;
  readonly billhook: Billhook;
  readonly transport: Transport;
  /** The credential that works now. */
  credential(resource?: StoredResource): Promise<string>;
  /** For servers that are called without the client, such as `/mcp`. */
  readonly fetch: typeof fetch;
}

export const DEFAULT_PROFILE = 'default';

/** Refreshed this long before its end, because the clocks may differ. */
const EARLY_MS = 60_000;

/** The URL without a slash at the end. @throws CliError */
export function normalizeUrl(text: string): string {
  const scheme = schemeOf(text);
  const full = scheme ? text : /^(localhost|127\.|\[::1\])/.test(text) ? `http://${text}` : `https://${text}`;
  if (!isHttp(scheme) || !URL.canParse(full)) {
    throw new CliError(
      'usage',
      `${JSON.stringify(text)} is not a URL.`,
      'Use the URL of your installation, such as https://billing.example.com.',
    );
  }
  const { origin, pathname } = new URL(full);
  return origin + pathname.replace(/\/+$/, '');
}

/** The scheme of a URL in small letters; undefined for an address without one, such as `localhost:3000`. */
export const schemeOf = (text: string): string | undefined =>
  /^([a-z][a-z\d+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();

/** Whether an address with this scheme, or without one, can be called. */
export const isHttp = (scheme: string | undefined): boolean => /^(https?)?$/.test(scheme ?? '');

/** What was given on the command line. */
export interface ConnectionChoice {
  readonly url: string | undefined;
  readonly profile: string | undefined;
}

/** The URL of the installation, from the option, the environment or the profile; undefined without any. */
export function urlOf(env: Terminal['env'], { url, profile }: ConnectionChoice): string | undefined {
  const given = url ?? env['BILLHOOK_URL'];
  if (given) return normalizeUrl(given.trim());
  return new SettingsFile(env).profile(profile ?? DEFAULT_PROFILE)?.url;
}

/** @throws CliError without a URL or a credential, and where the profile belongs to another installation */
export function connect(env: Terminal['env'], choice: ConnectionChoice): Connection {
  const name = choice.profile ?? DEFAULT_PROFILE;
  const key = env['BILLHOOK_API_KEY']?.trim();
  const url = urlOf(env, choice);
  if (url === undefined) {
    throw new CliError(
      'usage',
      'It is not known which installation to use.',
      'Sign in with billhook login --url https://billing.example.com, or set BILLHOOK_URL.',
    );
  }
  if (key) return open(url, 'BILLHOOK_API_KEY', new FixedCredential(key));
  const file = new SettingsFile(env);
  const profile = file.profile(name);
  if (!profile) {
    throw new CliError(
      'credential',
      choice.profile === undefined ? `You are not signed in to ${url}.` : `There is no profile ${name}.`,
      `Run billhook login --url ${url}${choice.profile === undefined ? '' : ` --profile ${name}`}, or set BILLHOOK_API_KEY.`,
    );
  }
  // The credential of one installation must never be sent to another.
  if (profile.url !== url) {
    throw new CliError(
      'credential',
      `The profile ${name} belongs to ${profile.url}, not to ${url}.`,
      `Sign in there with billhook login --url ${url} --profile <name>.`,
    );
  }
  return open(
    url,
    name,
    profile.key === undefined ? new RefreshedCredential(file, name) : new FixedCredential(profile.key),
  );
}

interface Credential {
  /** @param rejected the credential that was just rejected, so that a stored copy of it is not returned again */
  current(resource: StoredResource, rejected?: string): Promise<string>;
}

class FixedCredential implements Credential {
  constructor(private readonly key: string) {}

  async current(): Promise<string> {
    return this.key;
  }
}

/** The tokens of a profile. Every use reads the file, because another command may have refreshed them. */
class RefreshedCredential implements Credential {
  constructor(
    private readonly file: SettingsFile,
    private readonly name: string,
  ) {}

  async current(resource: StoredResource, rejected?: string): Promise<string> {
    const { profile, tokens } = this.stored(resource);
    if (tokens.access !== rejected && tokens.expiresAt - EARLY_MS > Date.now()) return tokens.access;
    if (tokens.refresh === null)
      throw new CliError('credential', 'Your access has expired.', 'Sign in again with billhook login.');
    const endpoints = await discoverOAuth(profile.url);
    if (!endpoints)
      throw new CliError(
        'failed',
        `${profile.url} no longer offers OAuth.`,
        'Sign in with a key: billhook login --with-key.',
      );
    const refreshed = await refreshTokens(endpoints, tokens.refresh);
    const { profile: now } = this.stored(resource);
    this.file.setProfile(this.name, { ...now, tokens: { ...now.tokens, [resource]: refreshed } });
    return refreshed.access;
  }

  private stored(resource: StoredResource): { profile: Profile; tokens: StoredTokens } {
    const profile = this.file.profile(this.name);
    const tokens = profile?.tokens?.[resource];
    if (profile && tokens) return { profile, tokens };
    const login = `billhook login${resource === 'mcp' ? ' --resource mcp' : ''}`;
    const place = resource === 'mcp' ? ' for assistants' : '';
    throw new CliError('credential', `The profile ${this.name} has no access${place}.`, `Run ${login}.`);
  }
}

function open(url: string, source: string, from: Credential): Connection {
  /** A token that ends early, by a clock that differs, is refreshed once. */
  const withRefresh: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 401 || from instanceof FixedCredential) return response;
    const headers = new Headers(init?.headers);
    const rejected = headers.get('authorization')?.slice('Bearer '.length);
    const resource = new URL(typeof input === 'object' && 'url' in input ? input.url : input).pathname.endsWith('/mcp')
      ? 'mcp'
      : 'v1';
    const renewed = await from.current(resource, rejected).catch((error: unknown) => {
      // The access has ended: the 401 says so.
      if (error instanceof CliError) return undefined;
      throw error;
    });
    if (renewed === undefined) return response;
    headers.set('authorization', `Bearer ${renewed}`);
    await response.body?.cancel();
    return fetch(input, { ...init, headers });
  };
  const options: BillhookOptions = { baseUrl: url, accessToken: () => from.current('v1'), fetch: withRefresh };
  return {
    ...{ url, source, billhook: new Billhook(options), transport: new Transport(options), fetch: withRefresh },
    credential: (resource = 'v1') => from.current(resource),
  };
}

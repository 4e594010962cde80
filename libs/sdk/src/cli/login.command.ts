import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Billhook } from '../billhook.js';
import type { Me, MePermissions } from '../generated/resources.js';
import { SIGN_IN_SCOPES } from '../generated/sign-in-scopes.js';
import { CliError } from './cli-error.js';
import type { CommandCall, CommandRun } from './command.js';
import { connect, DEFAULT_PROFILE, normalizeUrl, urlOf } from './connection.js';
import { awaitDevice, beginDevice, discoverOAuth, resourceUrl, revokeTokens, type OAuthEndpoints } from './oauth.js';
import { SettingsFile, type StoredResource, type Profile, type StoredTokens } from './settings-file.js';
import { readAll } from './strict-text.js';
import type { Terminal } from './terminal.js';

/** What the commands need. The person may give less. */
const SCOPE = SIGN_IN_SCOPES.join(' ');

/** Signs in by the device flow, or stores a key. */
export const login: CommandRun = async (call) => {
  const { terminal, options, printer } = call;
  const name = options.text('profile') ?? DEFAULT_PROFILE;
  const url = urlOf(terminal.env, { url: options.text('url'), profile: name }) ?? (await askUrl(terminal));
  const file = new SettingsFile(terminal.env);
  const resource = resourceOf(options.text('resource'));
  const tokens = options.has('with-key') ? undefined : await signIn(call, url, resource);
  const profile = file.profile(name);
  if (tokens) {
    const kept = profile?.url === url ? profile.tokens : undefined;
    file.setProfile(name, { url, tokens: { ...kept, [resource]: tokens } });
  } else {
    const key = await readKey(terminal);
    // Checked before it is stored: a key that does not work is not stored.
    await new Billhook({ baseUrl: url, apiKey: key, maxRetries: 1 }).me.get();
    file.setProfile(name, { url, key });
  }
  if (terminal.env['BILLHOOK_API_KEY']) {
    printer.warn('BILLHOOK_API_KEY is set and takes precedence over the stored credential.');
  }
  if (tokens && resource === 'mcp')
    return printer.result({ url, profile: name, resource }, 'Signed in for assistants.');
  const { BILLHOOK_API_KEY: _, ...env } = terminal.env;
  const me = await connect(env, { url, profile: name }).billhook.me.get();
  const suffix = name === DEFAULT_PROFILE ? '' : `, as the profile ${name}`;
  printer.result({ url, profile: name, company: me.company }, `Signed in to ${companyOf(me)} at ${url}${suffix}.`);
};

function resourceOf(text = 'v1'): StoredResource {
  if (text === 'v1' || text === 'mcp') return text;
  throw new CliError('usage', `There is no resource ${text}.`, 'The resources are v1 and mcp.');
}

/** The tokens of a device flow; undefined if a key is needed. */
async function signIn(
  { terminal, printer, options }: CommandCall,
  url: string,
  resource: StoredResource,
): Promise<StoredTokens | undefined> {
  const endpoints = await discoverOAuth(url);
  const scope = (options.text('scope') ?? SCOPE).replaceAll(/[\s,]+/g, ' ');
  const device = endpoints && (await beginDevice(endpoints, scope, await resourceUrl(url, resource)));
  if (!endpoints || !device) {
    printer.note('The installation offers no sign-in for the command line. An API key is needed.');
    return undefined;
  }
  const { url: page, userCode } = device;
  if (printer.isJson) printer.result({ verificationUri: page, userCode }, '');
  else {
    printer.note(`Open ${printer.style('cyan', page)} and enter the code ${printer.style('bold', userCode)}`);
    printer.note('Waiting for your decision in the browser. Press Ctrl-C to cancel.');
  }
  return awaitDevice(endpoints, device, terminal.signal);
}

async function askUrl(terminal: Terminal): Promise<string> {
  const advice = 'Name the installation: billhook login --url https://billing.example.com';
  if (!terminal.stdin.isTTY) throw new CliError('usage', 'It is not known where to sign in.', advice);
  return normalizeUrl((await ask(terminal, 'URL of your installation: ')).trim());
}

async function readKey(terminal: Terminal): Promise<string> {
  const { stdin, stderr } = terminal;
  const text = stdin.isTTY ? await ask(terminal, 'API key (not shown): ', true) : await readAll(stdin);
  if (stdin.isTTY) stderr.write('\n');
  // A file often ends in a line break.
  const key = text.trim();
  if (/^bh[kt]_[0-9A-Za-z]+$/.test(key)) return key;
  throw new CliError(
    'usage',
    key === '' ? 'No API key was given.' : 'This is not an API key: a key begins with bhk_ or bht_ and has no spaces.',
    'Create one in Settings > API & Connections > My API keys, then run billhook login --with-key < file.',
  );
}

async function ask({ stdin, stderr, signal }: Terminal, question: string, isHidden = false): Promise<string> {
  stderr.write(question);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: isHidden ? hidden : stderr, terminal: stdin.isTTY ?? false });
  try {
    return await reader.question('', { signal });
  } finally {
    reader.close();
  }
}

/** Ends the access of the profile and forgets it. */
export const logout: CommandRun = async ({ terminal, options, printer }) => {
  const name = options.text('profile') ?? DEFAULT_PROFILE;
  const file = new SettingsFile(terminal.env);
  const profile = file.profile(name);
  if (!profile)
    throw new CliError('credential', `There is no profile ${name}.`, 'billhook keys list shows the profiles.');
  const isRevoked = await revokeAll(profile);
  file.setProfile(name, undefined);
  if (!isRevoked) printer.warn(`${profile.url} did not respond: revoke the access in its settings.`);
  if (profile.key) printer.note('The key itself still works: revoke it in the settings if nothing else uses it.');
  printer.result({ profile: name, url: profile.url }, `Signed out of ${profile.url}.`);
};

async function revokeAll({ url, tokens = {} }: Profile): Promise<boolean> {
  const held = Object.values(tokens);
  if (held.length === 0) return true;
  const revoke = async (endpoints: OAuthEndpoints | undefined) => {
    for (const each of held) if (endpoints) await revokeTokens(endpoints, each);
    return true;
  };
  return discoverOAuth(url)
    .then(revoke)
    .catch(() => false);
}

/** Shows who the credential acts for. */
export const whoami: CommandRun = async ({ connect: open, printer }) => {
  const { billhook, url, source } = open();
  const [me, permissions] = await Promise.all([billhook.me.get(), billhook.me.permissions()]);
  printer.result({ url, source, ...me, permissions: permissions.effective }, describe(me, permissions, url, source));
};

/** The name of the credential, with its beginning. */
export function credentialOf({ key, application }: Me): string {
  if (key) return `the key ${key.name} (${key.prefix}…)`;
  return `the application ${application?.name ?? 'unknown'}`;
}

const companyOf = ({ company, sandbox }: Me): string => `${company.name}${sandbox ? ' (sandbox)' : ''}`;

function describe(me: Me, { effective, lost }: MePermissions, url: string, source: string): string {
  const { status, expiresAt } = me.key ?? me.application ?? { status: 'active', expiresAt: null };
  const end = expiresAt === null ? 'does not expire' : `expires on ${expiresAt.slice(0, 10)}`;
  return [
    `${me.creator.name} in ${companyOf(me)} at ${url}`,
    `Credential: ${credentialOf(me)} from ${source}, ${status}, ${end}`,
    `Permissions: ${effective.join(', ') || 'none'}`,
    ...(lost.length > 0
      ? [`Not working now: ${lost.map(({ permission, cause }) => `${permission} (${cause})`).join(', ')}`]
      : []),
  ].join('\n');
}

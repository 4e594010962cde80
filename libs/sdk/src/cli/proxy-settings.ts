import http from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Terminal } from './terminal.js';

/** The settings of a proxy, as Node reads them. */
export interface ProxySettings {
  readonly http_proxy: string | undefined;
  readonly https_proxy: string | undefined;
  readonly no_proxy: string;
}

/** This machine is never behind the proxy: receivers and a running `listen` are on it. */
const LOCAL = ['localhost', '127.0.0.1', '::1', '[::1]'];

/**
 * The proxies of the environment; undefined without any. Node compares the names of NO_PROXY, but not its networks, so the addresses among
 * the URLs that are in a network are added.
 */
export function proxySettings(env: Terminal['env'], urls: readonly string[]): ProxySettings | undefined {
  const [http_proxy, https_proxy] = [proxyOf(env, 'HTTP_PROXY')?.value, proxyOf(env, 'HTTPS_PROXY')?.value];
  if (!http_proxy && !https_proxy) return undefined;
  const entries = (valueOf(env, 'NO_PROXY') ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  const networks = networksOf(entries);
  const hosts = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).hostname);
  const inside = hosts.filter((host) => isInside(networks, host.replace(/^\[|\]$/g, '')));
  return { http_proxy, https_proxy, no_proxy: [...LOCAL, ...entries, ...inside].join(',') };
}

const valueOf = (env: Terminal['env'], name: string): string | undefined =>
  env[name.toLowerCase()] || env[name] || undefined;

/** A proxy of the environment. Its fault does not repeat the value, which may contain a password. */
function proxyOf(env: Terminal['env'], variable: 'HTTP_PROXY' | 'HTTPS_PROXY') {
  for (const name of [variable, 'ALL_PROXY']) {
    const value = valueOf(env, name);
    if (value === undefined) continue;
    return { value, fault: isProxyUrl(value) ? undefined : `${name} is not a URL such as http://proxy.example:3128.` };
  }
  return undefined;
}

/** Whether Node can use it: it also decodes the name and the password. */
function isProxyUrl(value: string): boolean {
  try {
    const { protocol, username, password } = new URL(value);
    decodeURIComponent(username + password);
    return /^https?:$/.test(protocol);
  } catch {
    return false;
  }
}

function networksOf(entries: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const entry of entries) {
    const [, address = '', prefix = ''] = /^\[?([\da-f.:]+)\]?\/(\d{1,3})$/i.exec(entry) ?? [];
    const version = isIP(address);
    if (version === 0 || Number(prefix) > (version === 4 ? 32 : 128)) continue;
    networks.addSubnet(address, Number(prefix), version === 4 ? 'ipv4' : 'ipv6');
  }
  return networks;
}

function isInside(networks: BlockList, host: string): boolean {
  const version = isIP(host);
  return version !== 0 && networks.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

const TOO_OLD = 'The proxy of the environment is ignored: it needs Node 24.14 or later.';

/** The proxy of an address, without its credential; undefined if the address is reached directly. */
export function proxyFor(env: Terminal['env'], url: string): { readonly proxy?: string; readonly fault?: string } {
  const settings = proxySettings(env, [url]);
  const { protocol, hostname, port } = new URL(url);
  const given = proxyOf(env, protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (!settings || !given || settings.no_proxy.split(',').some((entry) => isExcluded(entry, hostname, port))) return {};
  if (given.fault !== undefined) return { fault: given.fault };
  const proxy = new URL(given.value).origin;
  return 'setGlobalProxyFromEnv' in http || env['NODE_USE_ENV_PROXY'] ? { proxy } : { proxy, fault: TOO_OLD };
}

/** As Node reads an entry of NO_PROXY. */
function isExcluded(entry: string, hostname: string, port: string): boolean {
  const name = entry.toLowerCase();
  if (name === '*' || name === hostname || name === `${hostname}:${port}`) return true;
  return /^\*?\./.test(name) && hostname.endsWith(name.replace('*', ''));
}

/**
 * Sends the requests of this process through the proxies of the environment.
 * @returns a warning if this Node cannot
 */
export function useProxies(env: Terminal['env'], urls: readonly string[]): string | undefined {
  const settings = proxySettings(env, urls);
  if (!settings || env['NODE_USE_ENV_PROXY']) return undefined;
  const { setGlobalProxyFromEnv: use }: Partial<typeof http> = http;
  if (!use) return TOO_OLD;
  const fault = proxyOf(env, 'HTTPS_PROXY')?.fault ?? proxyOf(env, 'HTTP_PROXY')?.fault;
  // Node would end the program with an error that contains the value.
  if (fault !== undefined) return `The proxies of the environment are ignored: ${fault}`;
  use({ ...settings });
  return undefined;
}

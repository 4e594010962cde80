import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';

/*
 * The kinds of setting. Each parses the text of an environment variable. Messages complete the sentence "PORT …" and
 * never repeat the value, because some values are secrets.
 */

/** A whole number within the bounds, both included. */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
}

/** `true` or `false`. Other spellings are rejected, so that a typo never disables a protection. */
export function flag() {
  return z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');
}

/** One of the words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `must be one of ${words.join(', ')}`);
}

/** A URL with one of the schemes, which are given without a colon. */
export function urlOf(...schemes: [string, ...string[]]) {
  const begins = `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return z.string().superRefine((text, context) => {
    const scheme = schemes.find((each) => text.toLowerCase().startsWith(`${each}://`));
    const message = scheme === undefined ? begins : URL.canParse(text) ? undefined : INVALID_URL;
    if (message) context.addIssue({ code: 'custom', message });
  });
}

/** The address of a whole host, without a trailing slash. Pages and routes have fixed paths, so it has no path. */
export function rootUrl() {
  const message =
    'must be an address without a path, such as https://billing.example.com: pages and routes begin at the root of their host';
  return urlOf('http', 'https')
    .refine((text) => !URL.canParse(text) || isRoot(new URL(text)), message)
    .transform((url) => url.replace(/\/+$/, ''));
}

const isRoot = ({ pathname, search, hash, username, password }: URL): boolean =>
  /^\/+$/.test(pathname) && `${search}${hash}${username}${password}` === '';

/** Characters of a password end the host of a URL early, or begin another part of it. */
const ENCODE =
  'percent-encode special characters of user and password (# is %23, / is %2F, ? is %3F, @ is %40, % is %25)';
const INVALID_URL = `must be a valid URL: ${ENCODE}`;

/** A URL of a server, with user and password if it requires them. */
export function serverUrl(...schemes: [string, ...string[]]) {
  return urlOf(...schemes).superRefine((text, context) => {
    const message = URL.canParse(text) ? credentialProblem(new URL(text), text) : undefined;
    if (message) context.addIssue({ code: 'custom', message });
  });
}

/** `redis://me:1#2@host` is a valid URL, of the host `me` and the port 1. */
function credentialProblem({ username, password, hostname, pathname, search }: URL, text: string): string | undefined {
  const isCut = text.includes('#') || (username === '' && password === '' && /@/.test(pathname + search));
  return isCut || ![username, password, hostname, pathname].every(isDecodable) ? INVALID_URL : undefined;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The URL of a PostgreSQL database. Forms that only libpq reads become the one that all drivers read: `user:pw@/db?host=/folder`. */
export function databaseUrl() {
  return z
    .string()
    .transform((text) => (/^postgres(ql)?:\/\//i.test(text) ? withTlsMode(withHost(text)) : text))
    .pipe(serverUrl('postgres', 'postgresql'));
}

/**
 * Adds a password to a database URL that has a user and no password.
 * @param url the value of `databaseUrl`
 */
export function withPassword(url: string, password: string | undefined): string {
  const [, user, rest] = /^(\w+:\/\/[^/?#@:]+):?(@.*)$/.exec(url) ?? [];
  return password === undefined || user === undefined ? url : `${user}:${encodeURIComponent(password)}${rest}`;
}

/** Moves `host` and `port` of the query to the place of the host, if user or password are given and no host. */
function withHost(text: string): string {
  const [, before = '', database = '', query = ''] = /^([^/]*\/\/[^/?#]*@)(?:\/([^?#]*))?\?([^#]*)$/.exec(text) ?? [];
  const parameters = new URLSearchParams(query);
  const host = parameters.get('host');
  if (before === '' || host === null) return text;
  const port = parameters.get('port');
  for (const name of ['host', 'port']) parameters.delete(name);
  const rest = parameters.size > 0 ? `?${parameters.toString()}` : '';
  const at = isIP(host) === 6 ? `[${host}]` : encodeURIComponent(host);
  return `${before}${at}${port === null ? '' : `:${port}`}/${database}${rest}`;
}

/** The driver treats these modes as `verify-full`, and prints a warning of nine lines for each connection that says so. */
function withTlsMode(text: string): string {
  return text.includes('uselibpqcompat')
    ? text
    : text.replace(/([?&]sslmode=)(prefer|require|verify-ca)\b/, '$1verify-full');
}

/** A Redis, with the number of a database as its path, if it is not 0. */
export function redisUrl() {
  const message = 'must end in the number of a database of Redis, such as redis://localhost:6379/0, or without one';
  return serverUrl('redis', 'rediss').refine((text) => {
    if (!URL.canParse(text)) return true;
    const { pathname, searchParams } = new URL(text);
    return /^\/?(\d{1,5})?$/.test(pathname) && /^(\d{1,5})?$/.test(searchParams.get('db') ?? '');
  }, message);
}

/** Web origins separated by commas, each as browsers send it: scheme, host and port. */
export function originList() {
  const message = 'must be origins such as https://assistant.example.com, separated by commas';
  const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
  return list().pipe(z.array(z.string().refine(isOrigin, message)));
}

/** An email address, whose domain may be in any script and is stored in ASCII. */
const ADDRESS = z
  .string()
  .transform((text) => text.replace(/(?<=@)[^@]*$/, (domain) => domainToASCII(domain) || domain))
  .pipe(
    z
      .email({ pattern: z.regexes.html5Email })
      .max(254)
      .regex(/@[^@]*\./),
  );

/** A contact: an email address, or a page with a form. As a URI, which RFC 9116 requires. */
export function contact() {
  const message = 'must be an email address, or a URL that begins with https:// or mailto:';
  return z
    .string()
    .transform((text) => (ADDRESS.safeParse(text).success ? `mailto:${ADDRESS.parse(text)}` : text))
    .refine((uri) => /^(https:\/\/|mailto:[^@\s]+@)[^\s]+$/.test(uri) && URL.canParse(uri), message);
}

/** Texts separated by commas, trimmed, without empty ones. */
export function list() {
  return z.string().transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );
}

/** Whole numbers separated by commas. */
export function numberList(max: number, maxItems: number) {
  const message = `must be 1 to ${maxItems} whole numbers from 0 to ${max}, separated by commas`;
  const item = wholeNumber(0, max);
  return list()
    .refine((items) => items.length <= maxItems && items.every((text) => item.safeParse(text).success), message)
    .transform((items) => items.map(Number))
    .refine((numbers) => numbers.length > 0, message);
}

/** True for `10.0.0.0/8`, `::1/128`, and a single address without a prefix length. */
export function isCidr(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** Networks separated by commas, each an address or an address with a prefix length. */
export function cidrList() {
  return list().pipe(
    z.array(z.string().refine(isCidr, 'must be networks such as 10.0.0.0/8 or ::1/128, separated by commas')),
  );
}

/** True for `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` and `[2001:db8::1]:5353`. */
function isServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*)):(\d{1,5})$/.exec(text) ?? [];
  const isAddress = bracketed === undefined ? isIP(plain ?? '') === 4 : isIP(bracketed) === 6;
  return isAddress && Number(port) >= 1 && Number(port) <= 65535;
}

/** Servers separated by commas, each an address, with a port if it is not the default. */
export function serverList() {
  return list().pipe(
    z.array(z.string().refine(isServer, 'must be addresses such as 192.0.2.1 or 192.0.2.1:5353, separated by commas')),
  );
}

/** Secrets separated by commas, each with a minimum length. */
export function secretList(minLength: number) {
  return list().pipe(
    z
      .array(z.string().min(minLength, `must hold secrets of at least ${minLength} characters each`))
      .min(1, 'needs at least one secret'),
  );
}

/** A sender: an address, or a name and an address in angle brackets. */
export function mailbox() {
  return z.string().transform((text, context): { name: string; address: string } => {
    const [, name = '', bracketed] = /^(.*?)\s*<([^<>]*)>$/.exec(text.trim()) ?? [];
    const address = ADDRESS.safeParse(bracketed ?? text.trim());
    // A name in quotes is common. Other special characters are rejected, because mail headers may interpret them.
    const plain = name.trim().replace(/^"(.*)"$/, '$1');
    if (address.success && !/[\p{Cc}"<>]/u.test(plain)) return { name: plain, address: address.data };
    context.addIssue({
      code: 'custom',
      message: 'must be an email address, or a name and an email address such as Billhook <billing@example.com>',
    });
    return z.NEVER;
  });
}

/** The values of Fastify's `trustProxy`: true or false, a number of proxies, or their networks. */
export function proxyTrust() {
  return z.string().transform((text, context): boolean | number | string[] => {
    if (text === 'true' || text === 'false') return text === 'true';
    if (/^\d{1,2}$/.test(text)) return Number(text);
    const networks = text.split(',').map((item) => item.trim());
    if (networks.every(isCidr)) return networks;
    context.addIssue({ code: 'custom', message: 'must be true, false, a number of proxies, or their networks' });
    return z.NEVER;
  });
}

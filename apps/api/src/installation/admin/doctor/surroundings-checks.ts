import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { SmtpTransport } from '@billhook/mail/smtp-transport';
import type { Env } from '@billhook/platform/env';
import { withoutPassword } from '@billhook/platform/without-password';
import { EgressGuard } from '@billhook/webhooks/attempts/egress-guard';
import { newestUrls } from '@billhook/webhooks/endpoints/newest-urls';
import { RedisProbe } from '../../health/redis-probe.js';
import {
  ok,
  problem,
  skipped,
  warning,
  type DoctorCheck,
  type DoctorFinding,
  type DoctorParts,
} from './doctor-finding.js';

const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;

/** Certificates of public authorities are renewed 30 days before their end. */
const CERTIFICATE_DAYS = 21;

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes, and a name that does not match. */
const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO_|CRL_|INVALID_(CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH/;

const DISK_MB = 1_024;

/** Endpoints whose host is looked up. */
const ENDPOINTS = 5;

const REACH_TLS = ({ PUBLIC_URL }: Env): string =>
  `Start the proxy, open the port, or correct PUBLIC_URL: curl -i "${PUBLIC_URL}/health/live"`;

/** Checks of what surrounds the database, in the order of the report. */
export const SURROUNDINGS_CHECKS: readonly DoctorCheck[] = [
  {
    name: 'queue',
    needs: 'nothing',
    check: checkRedis,
    advice: ({ REDIS_URL }) => `Check REDIS_URL: ${redisCommand(REDIS_URL ?? 'redis://localhost:6379', 'ping')}`,
  },
  { name: 'email', needs: 'nothing', check: checkMail, advice: 'Correct SMTP_URL: host, port, user and password.' },
  {
    name: 'public URL',
    needs: 'nothing',
    check: checkPublicUrl,
    advice: ({ PUBLIC_URL }) =>
      `Start the API, correct PUBLIC_URL, or open the port: curl -i "${PUBLIC_URL}/health/ready"`,
  },
  {
    name: 'proxy',
    needs: 'nothing',
    check: checkProxy,
    advice: ({ PUBLIC_URL }) => `Start the API, or correct PUBLIC_URL: curl -i "${PUBLIC_URL}/v1/me"`,
  },
  { name: 'certificate', needs: 'nothing', check: checkCertificate, advice: REACH_TLS },
  { name: 'disk', needs: 'nothing', check: checkDisk, advice: 'Check the file system: df -h .' },
  { name: 'egress', needs: 'tables', check: checkEgress, advice: 'Correct WEBHOOK_DNS_SERVERS, or allow DNS.' },
];

const ask = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', headers, signal: AbortSignal.timeout(TIMEOUT_MS) });

/** Without the password, for which the command asks. */
function redisCommand(url: string, command: string): string {
  const { username, password } = new URL(url);
  const shown = new URL(withoutPassword(url));
  shown.username = '';
  const signIn = `${username && ` --user ${decodeURIComponent(username)}`}${password && ' --askpass'}`;
  return `redis-cli -u "${shown.href}"${signIn} ${command}`;
}

async function checkRedis({ env }: DoctorParts): Promise<DoctorFinding> {
  if (env.REDIS_URL === undefined) return ok('The queue is in PostgreSQL.');
  const redis = new RedisProbe(env.REDIS_URL);
  try {
    const policy = await redis.evictionPolicy();
    if (policy === 'noeviction') return ok('Redis responds, and keeps jobs when its memory is full.');
    return problem(
      `Redis has the policy ${policy}, and deletes jobs when its memory is full.`,
      `${redisCommand(env.REDIS_URL, 'CONFIG SET maxmemory-policy noeviction')}, and the same in redis.conf`,
    );
  } finally {
    redis.close();
  }
}

async function checkMail({ env }: DoctorParts): Promise<DoctorFinding> {
  const { SMTP_URL: url } = env;
  if (url === undefined)
    return warning('Emails are kept and not sent.', 'Set SMTP_URL and MAIL_FROM for the API and the worker.');
  const transport = new SmtpTransport({ url, connections: 1, connectMs: TIMEOUT_MS, silenceMs: TIMEOUT_MS });
  try {
    await transport.verify();
    return ok('The mail server accepts the sign-in.');
  } finally {
    transport.close();
  }
}

async function checkPublicUrl({ env }: DoctorParts): Promise<DoctorFinding> {
  const { PUBLIC_URL: url, NODE_ENV: purpose } = env;
  const response = await ask(`${url}/health/live`);
  const text = await response.text();
  const target = response.headers.get('location');
  if (target) return problem(`${url} redirects to ${target}.`, 'Set PUBLIC_URL to the address to which it redirects.');
  if (response.status !== 200 || !text.includes('"status"'))
    return problem(`${url} does not lead to Billhook (HTTP ${response.status}).`, 'Correct PUBLIC_URL or the proxy.');
  if (purpose === 'production' && url.startsWith('http:'))
    return warning(`${url} is not encrypted.`, 'Put a proxy with TLS before Billhook, and set PUBLIC_URL to https://.');
  return ok(`${url} leads to Billhook.`);
}

async function checkProxy({ env }: DoctorParts): Promise<DoctorFinding> {
  const response = await ask(`${env.PUBLIC_URL}/v1/me`, { authorization: 'Bearer bhk_probe' });
  const body = (await response.json().catch(() => ({}))) as { readonly code?: string };
  if (body.code === undefined)
    return problem(
      `A proxy replaces errors of Billhook (HTTP ${response.status}).`,
      'Turn off the error pages of the proxy for this host.',
    );
  if (body.code === 'credential_missing')
    return problem('A proxy removes the header Authorization.', 'Allow the header in the configuration of the proxy.');
  if (!response.headers.has('request-id'))
    return warning('A proxy removes the header Request-Id.', 'Allow the header in the configuration of the proxy.');
  if (env.PUBLIC_URL.startsWith('https:') && env.TRUST_PROXY === false)
    return warning(
      'A proxy is in front, and its address counts as that of every caller.',
      'Set TRUST_PROXY to the number of proxies, such as TRUST_PROXY=1.',
    );
  return ok('Requests and responses keep their headers.');
}

async function checkCertificate({ env }: DoctorParts): Promise<DoctorFinding> {
  const { hostname, port, protocol } = new URL(env.PUBLIC_URL);
  if (protocol !== 'https:') return skipped('PUBLIC_URL is not https.');
  const servername = isIP(hostname) === 0 ? hostname : '';
  const socket = connect({ host: hostname, port: Number(port || 443), servername, timeout: TIMEOUT_MS });
  socket.once('timeout', () => socket.destroy(new Error('no response')));
  try {
    await once(socket, 'secureConnect');
    const end = new Date(socket.getPeerCertificate().valid_to);
    const days = Math.floor((end.getTime() - Date.now()) / DAY_MS);
    const text = `The certificate of ${hostname} ends in ${days} days.`;
    return days < CERTIFICATE_DAYS
      ? warning(text, 'Renew it, and check why it was not renewed automatically.')
      : ok(text);
  } catch (error) {
    // Node rejects a certificate with a code of OpenSSL, and names other failures of TLS and of the connection differently.
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!CERTIFICATE_CODES.test(code)) throw error;
    return problem(
      `Clients reject the certificate of ${hostname} (${code}).`,
      'Renew the certificate of the proxy, with all intermediate certificates.',
    );
  } finally {
    socket.destroy();
  }
}

async function checkDisk(): Promise<DoctorFinding> {
  const { bavail, bsize } = await statfs('.');
  const free = Math.floor((bavail * bsize) / 1_048_576);
  const text = `This machine has ${free.toLocaleString('en')} MB of free disk space.`;
  if (free < DISK_MB)
    return problem(text, 'Delete files, or enlarge the disk. PostgreSQL stops when its disk is full.');
  return ok(text);
}

async function checkEgress({ env, db }: DoctorParts): Promise<DoctorFinding> {
  const { WEBHOOK_ALLOW_HTTP: allowHttp, WEBHOOK_ALLOWED_CIDRS: allowedCidrs, NODE_ENV: purpose } = env;
  const guard = new EgressGuard({ allowHttp, allowedCidrs, dnsServers: env.WEBHOOK_DNS_SERVERS });
  try {
    const urls = await newestUrls(db, ENDPOINTS);
    const refusals = await Promise.all(urls.map((url) => guard.refusalNow(url, TIMEOUT_MS)));
    const failed = refusals.filter((refusal) => refusal !== undefined);
    if (failed.length > 0)
      return warning(
        `${failed.length} of the ${urls.length} newest endpoints cannot be reached from here: ${failed[0]}`,
        'Allow DNS and outgoing connections for the worker. For receivers in a private network, set WEBHOOK_ALLOWED_CIDRS.',
      );
    if (purpose === 'production' && allowHttp)
      return warning('Receivers may use plain HTTP.', 'Set WEBHOOK_ALLOW_HTTP=false.');
    return ok(urls.length === 0 ? 'No endpoint to look up.' : 'The hosts of the newest endpoints are found.');
  } finally {
    guard.close();
  }
}

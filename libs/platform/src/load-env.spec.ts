import { describe, expect, it } from '@jest/globals';
import { envSchema } from './env.js';
import { loadDatabaseUrl, parseEnv, renderErrors } from './load-env.js';
import { loadTestEnv } from './spec-env.js';

const SECRET = 'a-secret-that-is-long-enough-for-anyone';
const REQUIRED = { DATABASE_URL: 'postgresql://u:p@localhost:5432/billhook', APP_SECRETS: SECRET };

function errorOf(key: string, value: string): string | undefined {
  return parseEnv({ ...REQUIRED, [key]: value }).errors?.find((error) => error.key === key)?.message;
}

/** Replaces `~`, because the search for secrets finds a URL with a password. */
const colon = (url: string): string => url.replace('~', ':');

describe('parseEnv', () => {
  it('gives every setting its type and default', () => {
    expect(parseEnv(REQUIRED).env).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      TRUST_PROXY: false,
      APP_SECRETS: [SECRET],
      WEBHOOKS_ENABLED: true,
      WEBHOOK_ALLOW_HTTP: false,
      WEBHOOK_ALLOWED_CIDRS: [],
      WEBHOOK_RETRY_SCHEDULE: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    });
  });

  it('treats an empty value as unset', () => {
    expect(parseEnv({ ...REQUIRED, PORT: '', REDIS_URL: '' }).env).not.toHaveProperty('REDIS_URL');
  });

  it('derives PUBLIC_URL from PORT, and removes its trailing slash', () => {
    expect(parseEnv({ ...REQUIRED, PORT: '4100' }).env?.PUBLIC_URL).toBe('http://localhost:4100');
    expect(parseEnv({ ...REQUIRED, PUBLIC_URL: 'https://bills.example/' }).env?.PUBLIC_URL).toBe(
      'https://bills.example',
    );
  });

  it('parses lists with spaces', () => {
    const { env } = parseEnv({
      ...REQUIRED,
      APP_SECRETS: ` ${SECRET} , ${SECRET}2 `,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8, ::1/128,10.1.2.3',
      WEBHOOK_DNS_SERVERS: '192.0.2.1, 192.0.2.2:5353,2001:db8::1,[2001:db8::1]:5353',
      WEBHOOK_RETRY_SCHEDULE: '0, 60',
      MCP_ALLOWED_ORIGINS: 'https://a.example, http://localhost:6274',
    });
    expect(env?.MCP_ALLOWED_ORIGINS).toEqual(['https://a.example', 'http://localhost:6274']);
    expect(env?.WEBHOOK_DNS_SERVERS).toEqual(['192.0.2.1', '192.0.2.2:5353', '2001:db8::1', '[2001:db8::1]:5353']);
    expect(env?.APP_SECRETS).toEqual([SECRET, `${SECRET}2`]);
    expect(env?.WEBHOOK_ALLOWED_CIDRS).toEqual(['127.0.0.0/8', '::1/128', '10.1.2.3']);
    expect(env?.WEBHOOK_RETRY_SCHEDULE).toEqual([0, 60]);
  });

  it.each([
    ['true', true],
    ['2', 2],
    ['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']],
  ])('reads TRUST_PROXY=%s', (text, value) => {
    expect(parseEnv({ ...REQUIRED, TRUST_PROXY: text }).env?.TRUST_PROXY).toEqual(value);
  });

  it.each([
    ['billing@example.com', { name: '', address: 'billing@example.com' }],
    ['<billing@example.com>', { name: '', address: 'billing@example.com' }],
    [' Billhook <billing@example.com> ', { name: 'Billhook', address: 'billing@example.com' }],
    ['r&d@example.xn--p1ai', { name: '', address: 'r&d@example.xn--p1ai' }],
    ['Müller <billing@müller.example>', { name: 'Müller', address: 'billing@xn--mller-kva.example' }],
    ['"Billhook, Inc." <billing@example.com>', { name: 'Billhook, Inc.', address: 'billing@example.com' }],
  ])('reads MAIL_FROM=%s', (text, value) => {
    expect(parseEnv({ ...REQUIRED, MAIL_FROM: text }).env?.MAIL_FROM).toEqual(value);
  });

  it.each([
    ['security@example.com', 'mailto:security@example.com'],
    ['mailto:security@example.com', 'mailto:security@example.com'],
    ['https://example.com/security', 'https://example.com/security'],
  ])('reads SECURITY_CONTACT=%s', (text, value) => {
    expect(parseEnv({ ...REQUIRED, SECURITY_CONTACT: text }).env?.SECURITY_CONTACT).toBe(value);
  });

  it('requires a sender if there is a mail server, and reports it with the other errors', () => {
    const SMTP_URL = 'smtps://user:hunter2@mail.example.com';
    expect(parseEnv({ ...REQUIRED, SMTP_URL, MAIL_FROM: 'billing@example.com' }).env?.SMTP_URL).toBe(SMTP_URL);
    expect(parseEnv({ ...REQUIRED, SMTP_URL }).errors).toEqual([{ key: 'MAIL_FROM', message: 'is not set' }]);
    const { errors = [] } = parseEnv({ ...REQUIRED, SMTP_URL, MAIL_FROM: '', PORT: 'x' });
    expect(errors.map(({ key }) => key).sort()).toEqual(['MAIL_FROM', 'PORT']);
    expect(renderErrors(errors)).not.toContain('hunter2');
  });

  it('requires a password for the operator page, of at least 16 characters', () => {
    const OPERATOR_PORT = '9470';
    expect(parseEnv({ ...REQUIRED, OPERATOR_PORT }).errors).toEqual([
      { key: 'OPERATOR_PASSWORD', message: 'is not set' },
    ]);
    expect(parseEnv({ ...REQUIRED, OPERATOR_PORT, OPERATOR_PASSWORD: 'x'.repeat(15) }).errors).toEqual([
      { key: 'OPERATOR_PASSWORD', message: 'must have at least 16 characters' },
    ]);
    expect(parseEnv({ ...REQUIRED, OPERATOR_PORT, OPERATOR_PASSWORD: 'x'.repeat(16) }).errors).toBeUndefined();
  });

  it.each([
    ['SMTP_URL', 'mail.example.com:587'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['SECURITY_CONTACT', 'Ada'],
    ['SECURITY_CONTACT', 'http://example.com'],
    ['SECURITY_CONTACT', 'https://example.com/a\nExpires: never'],
    ['MAIL_FROM', 'Billhook'],
    ['MAIL_FROM', 'Billhook <billing>'],
    ['MAIL_FROM', 'A <a@example.com>, B <b@example.com>'],
    ['MAIL_FROM', 'Bill\nhook <billing@example.com>'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3e3'],
    ['PORT', '3000 '],
    ['PUBLIC_URL', 'bills.example'],
    ['PUBLIC_URL', 'https://bills.example/billhook'],
    ['PUBLIC_URL', 'https://bills.example/?x'],
    ['PUBLIC_URL', 'https://bills.example/#x'],
    ['PUBLIC_URL', 'https://me@bills.example'],
    ['DATABASE_URL', 'mysql://localhost/billhook'],
    ['DATABASE_URL', 'postgresql:billhook'],
    ['REDIS_URL', 'localhost:6379'],
    ['MCP_ALLOWED_ORIGINS', '*'],
    ['MCP_ALLOWED_ORIGINS', 'assistant.example.com'],
    ['MCP_ALLOWED_ORIGINS', 'https://assistant.example.com/chat'],
    ['APP_SECRETS', 'short'],
    ['APP_SECRETS', `${SECRET},short`],
    ['APP_SECRETS', ' , '],
    ['WEBHOOKS_ENABLED', 'yes'],
    ['WEBHOOK_ALLOW_HTTP', 'TRUE'],
    ['WEBHOOK_ALLOWED_CIDRS', '10.0.0.0/33'],
    ['WEBHOOK_ALLOWED_CIDRS', '::1/129'],
    ['WEBHOOK_ALLOWED_CIDRS', '10.0.0.0/8/8'],
    ['WEBHOOK_ALLOWED_CIDRS', 'localhost'],
    ['WEBHOOK_DNS_SERVERS', 'dns.example'],
    ['WEBHOOK_DNS_SERVERS', '192.0.2.1:0'],
    ['WEBHOOK_DNS_SERVERS', '192.0.2.1:65536'],
    ['WEBHOOK_DNS_SERVERS', '[192.0.2.1]:53'],
    ['WEBHOOK_DNS_SERVERS', '[2001:db8::1]'],
    ['WEBHOOK_RETRY_SCHEDULE', '0,soon'],
    ['WEBHOOK_RETRY_SCHEDULE', ','],
    ['TRUST_PROXY', 'everyone'],
    ['LOG_LEVEL', 'verbose'],
  ])('rejects %s=%s', (key, value) => {
    expect(errorOf(key, value)).toMatch(/^(must|needs|takes) /);
  });

  it.each([
    ['DATABASE_URL', 'postgresql://me~p#w@db/billhook'],
    ['DATABASE_URL', 'postgresql://me~1#w@db/billhook'],
    ['DATABASE_URL', 'postgresql://me~p/w@db/billhook'],
    ['DATABASE_URL', 'postgresql://me~1/w@db/billhook'],
    ['DATABASE_URL', 'postgresql://me~p?w@db/billhook'],
    ['DATABASE_URL', 'postgresql://me~1?w@db/billhook'],
    ['DATABASE_URL', 'postgresql://me~p%zzw@db/billhook'],
    ['DATABASE_URL', 'postgres://me~pw@db:port/billhook'],
    ['DATABASE_URL', 'postgresql://me~pw@db/bill%zzhook'],
    ['REDIS_URL', 'redis://~p#w@redis:6379'],
    ['REDIS_URL', 'rediss://me~1/w@redis'],
    ['SMTP_URL', 'smtp://me~p%w@mail.example.com'],
  ])('names what a password must encode where %s=%s is no URL of a host', (key, value) => {
    const message = errorOf(key, colon(value));
    expect(message).toMatch(/^must be a valid URL: percent-encode special characters of user and password \(# is %23/);
    expect(message).not.toContain('begins with');
  });

  it.each([
    ['postgresql://me~p%23w@/d1?host=/run/pg', 'postgresql://me~p%23w@%2Frun%2Fpg/d1'],
    ['postgresql://me~pw@/d1?host=%2Frun%2Fpg&port=5433', 'postgresql://me~pw@%2Frun%2Fpg:5433/d1'],
    ['postgres://me@?host=db.example&sslmode=require', 'postgres://me@db.example/?sslmode=verify-full'],
    ['postgresql://db/d1?sslmode=verify-ca&x=1', 'postgresql://db/d1?sslmode=verify-full&x=1'],
    [
      'postgresql://db/d1?sslmode=require&uselibpqcompat=true',
      'postgresql://db/d1?sslmode=require&uselibpqcompat=true',
    ],
    ['postgresql://db/d1?sslmode=disable', 'postgresql://db/d1?sslmode=disable'],
    ['postgresql://me~pw@/d1?host=::1', 'postgresql://me~pw@[::1]/d1'],
    ['postgresql:///d1?host=/run/pg&user=me', 'postgresql:///d1?host=/run/pg&user=me'],
    ['postgresql://me~p%40s%2Fs%23w%3Fr%25d%26%3A@db/d1', 'postgresql://me~p%40s%2Fs%23w%3Fr%25d%26%3A@db/d1'],
  ])('reads DATABASE_URL=%s', (text, url) => {
    expect(parseEnv({ ...REQUIRED, DATABASE_URL: text })).toMatchObject({ env: { DATABASE_URL: url } });
  });

  it.each(['p/w', 'p@w', 'p%w', 'p%41w', '$p${w}', 'p w', ' ', 'p#?&:;=+[]^|\\`"\'', 'pâssé 東京'])(
    'reads the password %j of DATABASE_PASSWORD as it is',
    (DATABASE_PASSWORD) => {
      for (const url of ['postgresql://me@db/d1', 'postgres://me@%2Frun%2Fpg:5433/d1', 'postgresql://m%40e@[::1]/d1']) {
        const { password } = new URL(
          parseEnv({ ...REQUIRED, DATABASE_URL: url, DATABASE_PASSWORD }).env?.DATABASE_URL ?? '',
        );
        expect(decodeURIComponent(password)).toBe(DATABASE_PASSWORD);
        const { env } = parseEnv({ ...REQUIRED, DATABASE_URL: url, DATABASE_PASSWORD });
        expect(env?.DATABASE_URL.replace(`:${password}@`, '@')).toBe(url);
      }
    },
  );

  it('adds the password for programs that need only the database', () => {
    const source = { DATABASE_URL: 'postgresql://me@db/d1', DATABASE_PASSWORD: 'p/w' };
    expect(loadDatabaseUrl(source)).toBe(`postgresql://me:${'p%2Fw'}@db/d1`);
  });

  it('adds the password to DATABASE_REPLICA_URL, which is optional', () => {
    const urls = { DATABASE_URL: 'postgresql://me@db/d1', DATABASE_REPLICA_URL: 'postgresql://me@replica/d1' };
    const { env } = parseEnv({ ...REQUIRED, ...urls, DATABASE_PASSWORD: 'p/w' });
    expect(env?.DATABASE_REPLICA_URL).toBe(`postgresql://me:${'p%2Fw'}@replica/d1`);
    expect(parseEnv(REQUIRED).env?.DATABASE_REPLICA_URL).toBeUndefined();
  });

  it.each(['postgresql://me~pw@db/d1', 'postgresql://db/d1', 'postgresql:///d1?user=me'])(
    'keeps DATABASE_URL=%s beside a DATABASE_PASSWORD',
    (text) => {
      const url = colon(text);
      expect(parseEnv({ ...REQUIRED, DATABASE_URL: url, DATABASE_PASSWORD: 'other' }).env?.DATABASE_URL).toBe(url);
    },
  );

  it.each(['/x', '/1x', '/-1', '/0/1', '?db=x'])('rejects a database of Redis such as %s', (end) => {
    expect(errorOf('REDIS_URL', `redis://localhost:6379${end}`)).toMatch(/^must end in the number of a database/);
  });

  it.each(['', '/', '/0', '/15', '?db=3'])('accepts a database of Redis such as "%s"', (end) => {
    expect(errorOf('REDIS_URL', `redis://localhost:6379${end}`)).toBeUndefined();
  });

  it('reports all errors together, each setting once, and never a value', () => {
    const source = { PORT: 'abc', APP_SECRETS: 'hunter2,hunter3', WEBHOOK_ALLOWED_CIDRS: 'x,y', LOG_FORMAT: 'xml' };
    const { errors = [] } = parseEnv(source);
    expect(errors.map((error) => error.key).sort()).toEqual([
      'APP_SECRETS',
      'DATABASE_URL',
      'LOG_FORMAT',
      'PORT',
      'WEBHOOK_ALLOWED_CIDRS',
    ]);
    const text = renderErrors(errors);
    expect(text).toContain('5 settings are wrong');
    expect(text).toContain('  PORT must be a whole number from 1 to 65535.\n');
    expect(text).toContain('  DATABASE_URL is not set. The PostgreSQL database.');
    expect(text).not.toContain('hunter');
  });
});

describe('envSchema', () => {
  it.each(Object.entries(envSchema.shape))('describes %s in a sentence', (_key, field) => {
    expect(field.meta()?.description).toMatch(/^\S.{20,}/);
  });
});

describe('loadTestEnv', () => {
  it('throws outside a test run', () => {
    expect(() => loadTestEnv({})).toThrow('TEST_SERVER_URL');
  });
});

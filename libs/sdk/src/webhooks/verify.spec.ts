import { generateKeyPairSync, sign as signWith } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { billhookWebhook } from './express.js';
import { webhookHandler } from './fetch.js';
import { sign, verify, WebhookVerificationError } from './verify.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const BODY = '{"id":"msg_1","type":"invoice.paid","createdAt":"2026-11-21T09:30:00.000Z","data":{"name":"Café ✓"}}';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const PUBLIC = `whpk_${Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')}`;

/** A value of another realm, as the buffers of Node are under jsdom. */
const foreign = (code: string) => runInNewContext(code) as Uint8Array;

/** Of all messages, because the signatures of a rotation have one timestamp. */
const NOW_S = Math.floor(Date.now() / 1000);

const secondsAgo = (seconds: number) => String(NOW_S - seconds);

/** The headers of a message, as the reference library signs it. */
function signed(secret = SECRET, age = 0, body = BODY): Record<string, string> {
  const timestamp = secondsAgo(age);
  const signature = new Webhook(secret).sign('msg_1', new Date(Number(timestamp) * 1000), body);
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

function signedPublicly(body = BODY): Record<string, string> {
  const timestamp = secondsAgo(0);
  const signature = signWith(null, Buffer.from(`msg_1.${timestamp}.${body}`), privateKey).toString('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1a,${signature}` };
}

it('an unknown option is rejected', async () => {
  const wrong = { tolerance: 10, stor: {} } as never;
  await expect(verify(BODY, signed(), SECRET, wrong)).rejects.toThrow(new TypeError('There is no option tolerance.'));
  expect(() => sign(BODY, SECRET, wrong)).toThrow(TypeError);
  expect(() => billhookWebhook(SECRET, wrong)).toThrow(TypeError);
  expect(() => webhookHandler(SECRET, () => undefined, wrong)).toThrow(TypeError);
});

describe('a test message', () => {
  it('is marked in its event, and others are not', async () => {
    const event = JSON.parse(BODY) as object;
    const test = { 'webhook-test': 'true' };
    for (const headers of [{ ...signed(), ...test }, new Headers({ ...signed(), ...test })]) {
      expect(await verify(BODY, headers, SECRET)).toEqual({ ...event, test: true });
    }
    expect(await verify(BODY, { ...signed(), 'webhook-test': 'false' }, SECRET)).toEqual(event);
    expect(await verify(BODY, signed(), SECRET)).toEqual(event);
  });
});

describe('verify', () => {
  const both = {
    ...signed(),
    'webhook-signature': `${signed(OTHER)['webhook-signature']} ${signed()['webhook-signature']}`,
  };

  it.each<[string, Parameters<typeof verify>]>([
    ['a text', [BODY, signed(), SECRET]],
    ['bytes', [Buffer.from(BODY), signed(), SECRET]],
    ['the headers of fetch', [BODY, new Headers(signed()), SECRET]],
    [
      'headers in upper case',
      [BODY, Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value])), SECRET],
    ],
    [
      'bytes of another realm',
      [foreign(`Uint8Array.from(${JSON.stringify([...Buffer.from(BODY)])})`), signed(), SECRET],
    ],
    [
      'a buffer of another realm',
      [foreign(`Uint8Array.from(${JSON.stringify([...Buffer.from(BODY)])}).buffer`), signed(), SECRET],
    ],
    ['a view of a part', [new DataView(Uint8Array.from(Buffer.from(`x${BODY}`)).buffer, 1), signed(), SECRET]],
    ['the headers of another package', [BODY, { get: (name: string) => signed()[name] ?? null }, SECRET]],
    ['a map of headers', [BODY, new Map(Object.entries(signed())), SECRET]],
    ['a message during a rotation', [BODY, both, SECRET]],
    ['a receiver with two secrets', [BODY, signed(OTHER), [SECRET, OTHER]]],
    ['a secret with a stray line break', [BODY, signed(), `${SECRET}\n`]],
    ['a rotation with a malformed secret', [BODY, signed(), ['garbage!', SECRET]]],
    ['an older message than usual, if asked to', [BODY, signed(SECRET, 900), SECRET, { toleranceS: 1_000 }]],
    ['what its own helper has signed', [BODY, sign(BODY, SECRET), SECRET]],
    ['a public key', [BODY, signedPublicly(), PUBLIC]],
    ['a public key beside a secret', [BODY, signed(), [PUBLIC, SECRET]]],
  ])('accepts %s', async (_, given) => {
    expect(await verify(...given)).toMatchObject({ id: 'msg_1', type: 'invoice.paid', data: { name: 'Café ✓' } });
  });

  const { 'webhook-id': _, ...withoutId } = signed();
  it.each<[string, string, Parameters<typeof verify>]>([
    ['signature_mismatch', 'another secret', [BODY, signed(), OTHER]],
    ['signature_mismatch', 'a body with another space', [BODY.replace(',', ', '), signed(), SECRET]],
    ['signature_mismatch', 'another body under a public key', [BODY.replace('Café', 'Cafe'), signedPublicly(), PUBLIC]],
    ['signature_mismatch', 'a v1 signature under a public key', [BODY, signed(), PUBLIC]],
    ['body_not_raw', 'a parsed body', [JSON.parse(BODY) as string, signed(), SECRET]],
    ['body_not_raw', 'no body', [undefined as unknown as string, signed(), SECRET]],
    ['body_malformed', 'a body that is not UTF-8', [Uint8Array.of(0xff), signed(), SECRET]],
    ['body_malformed', 'a signed text that is not JSON', ['{', signed(SECRET, 0, '{'), SECRET]],
    ['header_missing', 'a missing header', [BODY, withoutId, SECRET]],
    ['timestamp_out_of_range', 'an old message', [BODY, signed(SECRET, 301), SECRET]],
    ['timestamp_out_of_range', 'a clock that is behind', [BODY, signed(SECRET, -330), SECRET]],
    [
      'timestamp_out_of_range',
      'a timestamp that is no number',
      [BODY, { ...signed(), 'webhook-timestamp': 'now' }, SECRET],
    ],
    [
      'timestamp_out_of_range',
      'a time beyond the calendar, without a limit of age',
      [BODY, { ...signed(), 'webhook-timestamp': '999999999999999' }, SECRET, { toleranceS: Infinity }],
    ],
    ['secret_malformed', 'an API key in place of the secret', [BODY, signed(), 'bhk_1234']],
    ['secret_malformed', 'no secret', [BODY, signed(), []]],
    ['secret_malformed', 'a variable that is not set', [BODY, signed(), undefined as unknown as string]],
    ['secret_malformed', 'an empty variable', [BODY, signed(), '']],
    ['secret_malformed', 'a list of variables that are not set', [BODY, signed(), [undefined as unknown as string]]],
    ['secret_malformed', 'a public key of the wrong length', [BODY, signed(), 'whpk_AAAA']],
  ])('%s: %s', async (code, __, given) => {
    const error: unknown = await verify(...given).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toMatchObject({ code });
  });

  it('a public key signs nothing', () => {
    expect(() => sign(BODY, PUBLIC)).toThrow('A public key cannot sign');
  });

  it('names the way to the raw body, and the difference of the clocks', async () => {
    await expect(verify({} as string, signed(), SECRET)).rejects.toThrow('express.raw');
    await expect(verify(BODY, signed(SECRET, 900), SECRET)).rejects.toThrow(/90\d seconds ago/);
  });
});

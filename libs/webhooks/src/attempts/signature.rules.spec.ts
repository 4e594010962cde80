import { createHmac, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newSigningSecret, publicKeyOf, signingKey } from '../endpoints/secret.rules.js';
import { signatureHeaders } from './signature.rules.js';

// V1 is in the JavaScript, Python, C# and Ruby tests of Standard Webhooks, V2 in its Rust tests.
const V1 = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const V2 = {
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
  timestamp: 1649367553,
  body: '{"email":"test@example.com","username":"test_user"}',
  signature: 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
};
// From the tests of Svix; the input is that of V1.
const V3 = {
  ...V1,
  secret: 'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==',
  publicKey: 'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=',
  signature: 'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
};

function sign(secrets: string[], { id, timestamp, body }: { id: string; timestamp: number; body: string }) {
  return signatureHeaders(secrets, id, new Date(timestamp * 1000), Buffer.from(body));
}

describe('signatureHeaders', () => {
  it.each([V1, V2, V3])('agrees with the vector $signature', (vector) => {
    expect(sign([vector.secret], vector)).toEqual({
      'webhook-id': vector.id,
      'webhook-timestamp': String(vector.timestamp),
      'webhook-signature': vector.signature,
    });
  });

  it('avoids the known traps', () => {
    const { secret, id, timestamp, body } = V1;
    const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
    const traps = {
      textAsKey: hmac(secret, `${id}.${timestamp}.${body}`).digest('base64'),
      bodyReserialised: hmac(signingKey(secret), `${id}.${timestamp}.${JSON.stringify(JSON.parse(body))}`).digest(
        'base64',
      ),
      bodyOnly: hmac(signingKey(secret), body).digest('base64'),
    };
    expect(traps).toEqual({
      textAsKey: 'TcxlhK9b6UD6iVI1ZU2tTqp8PEVfYRseNNfa6b+LcUg=',
      bodyReserialised: 'Vif40peJBP7Iyl0XGmu61n4MwdrcHov5CFREBpE0svs=',
      bodyOnly: '4stPUlFXJTnUWL+4p621M7CIAeanlEZ+Bvdx3ruwgYs=',
    });
    const hex = hmac(signingKey(secret), `${id}.${timestamp}.${body}`).digest('hex');
    expect(hex).toMatch(/^83484cf5.*c9d4e1$/);
    const value = sign([secret], V1)['webhook-signature'];
    for (const trap of [...Object.values(traps), hex]) expect(value).not.toContain(trap);
  });

  it('satisfies the public verifier with each live secret, and no other', () => {
    const [current, old, other] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
    const body = '{"id":"msg_1","data":{"name":"Brücke & Söhne / 日本","amount":"1.10","big":9007199254740993}}';
    const headers = { ...signatureHeaders([current, old], 'msg_1', new Date(), Buffer.from(body)) };
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    expect(new Webhook(current).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(old).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(other).verify(body, headers)).toThrow();
    expect(() => new Webhook(current).verify(`${body} `, headers)).toThrow();
  });

  it('signs an empty body', () => {
    const headers = sign([V1.secret], { ...V1, body: '' });
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  it('signs with a seed without a public key as with the pair', () => {
    const seed = Buffer.from(V3.secret.slice(5), 'base64').subarray(0, 32).toString('base64');
    expect(sign([`whsk_${seed}`], V3)['webhook-signature']).toBe(V3.signature);
  });

  it('returns one value per secret, in their order, also with different schemes', () => {
    expect(sign([V3.secret, V1.secret], V1)['webhook-signature']).toBe(`${V3.signature} ${V1.signature}`);
    const headers = {
      ...signatureHeaders([newSigningSecret('v1a'), V1.secret], 'msg_1', new Date(), Buffer.from('{}')),
    };
    // The package ignores versions that it does not know.
    expect(new Webhook(V1.secret).verify('{}', headers)).toEqual({});
  });

  it.each(['whsk_', 'whsk_AAAA', `whsk_${'A'.repeat(86)}==`, 'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4='])(
    'rejects an invalid private key: %s',
    (secret) => expect(() => sign([secret], V1)).toThrow(/not an Ed25519 key|does not match|cannot sign/),
  );

  it.each(['', 'whsec_'])('rejects a secret without a key: "%s"', (secret) => {
    expect(() => sign([secret], V1)).toThrow('empty');
  });
});

describe('newSigningSecret', () => {
  it('is whsec_ and the base64 of 32 bytes, different each time', () => {
    const secrets = Array.from({ length: 50 }, () => newSigningSecret());
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(signingKey(secret)).toHaveLength(32);
    }
  });

  it('is whsk_ and the base64 of 64 bytes for v1a; its public key verifies', () => {
    const [secret, other] = [newSigningSecret('v1a'), newSigningSecret('v1a')];
    expect(secret).toMatch(/^whsk_[A-Za-z0-9+/]{86}==$/);
    expect(publicKeyOf(secret)).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect(publicKeyOf(secret)).not.toBe(publicKeyOf(other));
    const signature = sign([secret], V1)['webhook-signature'].slice('v1a,'.length);
    const x = Buffer.from(publicKeyOf(secret).slice(5), 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const content = Buffer.from(`${V1.id}.${V1.timestamp}.${V1.body}`);
    expect(verify(null, content, key, Buffer.from(signature, 'base64'))).toBe(true);
  });
});

describe('publicKeyOf', () => {
  it('is the public half', () => expect(publicKeyOf(V3.secret)).toBe(V3.publicKey));
  it('exists only for a v1a secret', () => expect(() => publicKeyOf(V1.secret)).toThrow('not an Ed25519 key'));
});

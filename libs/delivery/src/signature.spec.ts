import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newSigningSecret, signingKey } from './secret.js';
import { signatureHeaders } from './signature.js';

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

function sign(secrets: string[], { id, timestamp, body }: { id: string; timestamp: number; body: string }) {
  return signatureHeaders(secrets, id, new Date(timestamp * 1000), Buffer.from(body));
}

describe('signatureHeaders', () => {
  it.each([V1, V2])('agrees with the vector of $id', (vector) => {
    expect(sign([vector.secret], vector)).toEqual({
      'webhook-id': vector.id,
      'webhook-timestamp': String(vector.timestamp),
      'webhook-signature': vector.signature,
    });
  });

  it('falls into none of the known traps', () => {
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

  it.each(['', 'whsec_'])('refuses a secret without a key: "%s"', (secret) => {
    expect(() => sign([secret], V1)).toThrow('empty');
  });
});

describe('newSigningSecret', () => {
  it('is whsec_ and the base64 of 32 bytes, another each time', () => {
    const secrets = Array.from({ length: 50 }, newSigningSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(signingKey(secret)).toHaveLength(32);
    }
  });
});

import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from '../attempts/signature.rules.js';
import { newSigningSecret, publicKeyOf } from '../endpoints/secret.rules.js';
import { diagnose, type Diagnosis, type FailedRequest, type KnownFacts } from './signature-diagnosis.rules.js';

/*
 * Each mistake is made with the reference library of Standard Webhooks, or with the standard library of Python, used wrongly.
 */

const SECRET = 'whsec_q2gT8f0sVnYx7mHc3LkP5wZr9uJdE1oKtB4iNyA6QXs=';
const OLD = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const OTHER = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2Ytbm9ib2R5';
const PAIR = newSigningSecret('v1a');
const AT = new Date('2026-11-22T09:30:00.000Z');
const SECONDS = String(AT.getTime() / 1000);
const ID = 'msg_2n8QbYtH1xPq';
const BODY = `{"id":"${ID}","type":"client.created","createdAt":"2026-11-22T09:29:59.000Z","data":{"id":42,"name":"Café <Müller> & ✓","site":"https://example.com/a","lines":[]}}`;

const own = (secret: string, isActive = true) => ({ secret, endpointId: 1, isActive });
const known: KnownFacts = {
  endpointId: 1,
  secrets: [own(SECRET), own(OLD, false), { secret: OTHER, endpointId: 7, isActive: true }],
  unreadable: [],
  sentBody: BODY,
};

/** What Billhook sent. */
function genuine(secret = SECRET, body = BODY): FailedRequest {
  const { 'webhook-signature': signature } = signatureHeaders([secret], ID, AT, Buffer.from(body));
  return { id: ID, timestamp: SECONDS, signature, body, computed: null, receivedAt: null };
}

const codes = ({ mistakes }: Diagnosis): string[] => mistakes.map(({ code }) => code);

/** The codes of a genuine request whose receiver computed this. */
const found = (computed: string, facts = known): string[] => codes(diagnose({ ...genuine(), computed }, facts));

const sign = (key: string, body = BODY, { id = ID, at = AT, raw = false } = {}): string =>
  new Webhook(key, raw ? { format: 'raw' } : undefined).sign(id, at, body);

const hmac = (key: Buffer | string, content: string, hash = 'sha256') => createHmac(hash, key).update(content);
const KEY = Buffer.from(SECRET.slice(6), 'base64');
const CONTENT = `${ID}.${SECONDS}.${BODY}`;

const pretty = JSON.stringify(JSON.parse(BODY), null, 2);
const mojibake = Buffer.from(BODY).toString('latin1');

describe('a receiver that computes', () => {
  it.each<[string, string, string[]]>([
    ['with the text of the secret', sign(SECRET.slice(6), BODY, { raw: true }), ['secret_not_decoded']],
    ['with the text of the secret and its prefix', sign(SECRET, BODY, { raw: true }), ['secret_not_decoded']],
    ['with the prefix decoded', hmac(Buffer.from(SECRET, 'base64'), CONTENT).digest('base64'), ['prefix_not_removed']],
    ['with an old secret', sign(OLD), ['old_secret']],
    ['with the secret of another endpoint', sign(OTHER), ['other_endpoint']],
    ['with an unknown secret', sign('whsec_dW5rbm93bi11bmtub3duLXVua25vd24='), ['unknown_secret']],
    ['over the body alone', hmac(KEY, BODY).digest('base64'), ['body_only']],
    ['without the id', hmac(KEY, `${SECONDS}.${BODY}`).digest('base64'), ['id_missing']],
    ['without the timestamp', hmac(KEY, `${ID}.${BODY}`).digest('base64'), ['timestamp_missing']],
    ['with the id of the record', sign(SECRET, BODY, { id: '42' }), ['wrong_id']],
    ['with a timestamp in milliseconds', sign(SECRET, BODY, { at: new Date(AT.getTime() * 1000) }), ['timestamp_unit']],
    ['over an indented body', sign(SECRET, pretty), ['body_reserialized']],
    ['over a parsed body', sign(SECRET, String(JSON.parse(BODY))), ['body_parsed']],
    ['over a body that was read before', sign(SECRET, ''), ['body_empty']],
    ['over a body read as ISO 8859-1', sign(SECRET, mojibake), ['body_charset']],
    ['over a body with a BOM', sign(SECRET, `\uFEFF${BODY}`), ['body_bom']],
    ['over a body with a line break', sign(SECRET, `${BODY}\n`), ['body_whitespace']],
    ['in hexadecimal', hmac(KEY, CONTENT).digest('hex'), ['hex_digest']],
    ['in URL-safe base64', hmac(KEY, CONTENT).digest('base64url'), ['base64_variant']],
    ['with SHA-512', hmac(KEY, CONTENT, 'sha512').digest('base64'), ['other_hash']],
    ['rightly, and compares wrongly', sign(SECRET), ['wrong_comparison']],
    ['a part of a signature', 'v1,K5oZfzN95Z9U', ['signature_length']],
    [
      'over the body alone with the text, in hexadecimal',
      hmac(SECRET, BODY).digest('hex'),
      ['secret_not_decoded', 'body_only', 'hex_digest'],
    ],
  ])('%s', (_, computed, expected) => {
    expect(found(computed)).toEqual(expected);
  });

  it('names the other endpoint and the hash function', () => {
    const details = (computed: string) =>
      diagnose({ ...genuine(), computed }, known).mistakes.map(({ detail }) => detail);
    expect(details(sign(OTHER))).toEqual(['7']);
    expect(details(hmac(KEY, CONTENT, 'sha1').digest('hex'))).toEqual([null, 'SHA-1']);
  });

  it('an HMAC with the public key of a pair', () => {
    const facts = { ...known, secrets: [own(PAIR)] };
    const shown = publicKeyOf(PAIR);
    for (const computed of [sign(shown.slice(5)), sign(shown, BODY, { raw: true })]) {
      const result = diagnose({ ...genuine(PAIR), computed }, facts);
      expect([result.isGenuine, codes(result)]).toEqual([true, ['wrong_scheme']]);
    }
  });
});

/** Signatures as a Python receiver computes them, one for each mistake. */
const PYTHON = `
import base64, hashlib, hmac, json, sys
secret, id, timestamp, body = json.load(sys.stdin)
def sign(body, key=base64.b64decode(secret.removeprefix("whsec_")), head=f"{id}.{timestamp}."):
    return base64.b64encode(hmac.digest(key, head.encode() + body, hashlib.sha256)).decode()
data = json.loads(body)
print(json.dumps({
    "reserialized": sign(json.dumps(data).encode()),
    "unescaped": sign(json.dumps(data, ensure_ascii=False).encode()),
    "compact": sign(json.dumps(data, separators=(",", ":")).encode()),
    "sorted": sign(json.dumps(data, sort_keys=True).encode()),
    "latin1": sign(body.encode().decode("latin-1").encode()),
    "replaced": sign(body.encode("ascii", "replace")),
    "prefix": sign(body.encode(), base64.b64decode(secret + "==")),
    "text": sign(body.encode(), secret.encode()),
    "hex": hmac.new(base64.b64decode(secret[6:]), f"{id}.{timestamp}.{body}".encode(), "sha256").hexdigest(),
}))
`;

describe('a receiver in Python', () => {
  const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
  (hasPython ? it : it.skip)(`is recognised by its signatures${hasPython ? '' : ' [Python is not installed]'}`, () => {
    const input = JSON.stringify([SECRET, ID, SECONDS, BODY]);
    const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    const signatures = JSON.parse(stdout) as Record<string, string>;
    expect(Object.fromEntries(Object.entries(signatures).map(([name, computed]) => [name, found(computed)]))).toEqual({
      reserialized: ['body_reserialized'],
      unescaped: ['body_reserialized'],
      compact: ['body_reserialized'],
      sorted: ['body_reserialized'],
      latin1: ['body_charset'],
      replaced: ['body_charset'],
      prefix: ['prefix_not_removed'],
      text: ['secret_not_decoded'],
      hex: ['hex_digest'],
    });
  });
});

describe('a request', () => {
  const unsent = { ...known, sentBody: null };
  it.each<[string, Partial<FailedRequest>, string[]]>([
    ['as sent', {}, []],
    ['without a header', { signature: null }, ['missing_header']],
    ['with a timestamp in milliseconds', { timestamp: `${SECONDS}000` }, ['timestamp_unit']],
    ['with a timestamp in words', { timestamp: AT.toISOString() }, ['timestamp_unit', 'signature_unknown']],
    ['read by a clock that is ten minutes fast', { receivedAt: new Date(AT.getTime() + 600_000) }, ['clock_skew']],
    ['read by a clock that is five minutes slow', { receivedAt: new Date(AT.getTime() - 300_000) }, []],
    ['with another id', { id: 'msg_other' }, ['wrong_id']],
    ['signed for another endpoint', { signature: sign(OTHER) }, ['other_endpoint']],
    ['signed by another party', { signature: sign('whsec_dW5rbm93bi11bmtub3duLXVua25vd24=') }, ['signature_unknown']],
    ['signed before a rotation', { signature: sign(OLD) }, []],
    ['signed for both secrets of a rotation', { signature: `v2,abc ${sign(OLD)} ${sign(SECRET)}` }, []],
    ['with an indented body', { body: pretty }, ['body_reserialized']],
    ['with a line break', { body: `${BODY}\n` }, ['body_whitespace']],
    ['with a BOM', { body: `\uFEFF${BODY}` }, ['body_bom']],
    ['with a body in another character set', { body: mojibake }, ['body_charset']],
    ['with another body', { body: BODY.replace('42', '43') }, ['body_changed']],
  ])('%s', (_, change, expected) => {
    expect(codes(diagnose({ ...genuine(), ...change }, known))).toEqual(expected);
  });

  it.each<[string, Partial<FailedRequest>, string[]]>([
    ['an indented body', { body: pretty }, ['body_reserialized']],
    ['a line break', { body: `${BODY}\n` }, ['body_whitespace']],
    ['another body', { body: BODY.replace('42', '43') }, ['signature_unknown']],
  ])('whose message is no longer stored, with %s', (_, change, expected) => {
    expect(codes(diagnose({ ...genuine(), ...change }, unsent))).toEqual(expected);
  });

  it('that a secret which cannot be read may explain', () => {
    const facts = { ...unsent, secrets: known.secrets.slice(1), unreadable: [1, 9] };
    const unreadable = { code: 'secret_unreadable', evidence: 'Remaining', detail: '1, 9' };
    expect(diagnose(genuine(), facts).mistakes).toEqual([unreadable]);
    expect(diagnose({ ...genuine(), computed: sign(SECRET) }, facts).mistakes).toEqual([unreadable]);
    expect(codes(diagnose(genuine(OTHER), facts))).toEqual(['other_endpoint']);
    expect(diagnose({ ...genuine(OLD), computed: sign(SECRET) }, facts).mistakes).toEqual([unreadable]);
    expect(codes(diagnose(genuine(), { ...facts, unreadable: [9] }))).toEqual([
      'signature_unknown',
      'secret_unreadable',
    ]);
  });

  it('with a changed body, although the receiver computes correctly', () => {
    const result = diagnose({ ...genuine(), body: pretty, computed: sign(SECRET, pretty) }, known);
    expect([result.isReproduced, codes(result)]).toEqual([true, ['body_reserialized']]);
  });

  it('read by a wrong clock, although the receiver computes correctly', () => {
    const receivedAt = new Date(AT.getTime() + 3_600_000);
    const { mistakes } = diagnose({ ...genuine(), receivedAt, computed: sign(SECRET) }, known);
    expect(mistakes).toEqual([{ code: 'clock_skew', evidence: 'Request', detail: '3600' }]);
  });
});

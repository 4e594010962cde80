import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { TIMESTAMP_TOLERANCE_S, type VerificationMistakeCode } from '@billhook/domain/webhooks/verification-mistakes';
import { privateKeyOf, publicKeyOf, schemeOf, signingKey } from '../endpoints/secret.rules.js';
import { bodyChange, bodyVariants } from './body-variants.rules.js';
import { signedTexts } from './signed-texts.rules.js';

/** A request as its receiver saw it. Null where the receiver has none. */
export interface FailedRequest {
  readonly id: string | null;
  readonly timestamp: string | null;
  /** The header `webhook-signature`. */
  readonly signature: string | null;
  readonly body: string;
  /** The signature that the receiver computed. */
  readonly computed: string | null;
  /** The clock of the receiver when it verified the request. */
  readonly receivedAt: Date | null;
}

export interface KnownSecret {
  readonly secret: string;
  readonly endpointId: number;
  /** Whether it signs now. */
  readonly isActive: boolean;
}

export interface KnownFacts {
  readonly endpointId: number;
  /** The secrets of all endpoints of the company; the endpoint's own come first. */
  readonly secrets: readonly KnownSecret[];
  /** The endpoints with a secret whose application secret is no longer configured, the endpoint itself first. */
  readonly unreadable: readonly number[];
  /** The body of the message with this id to the endpoint; null if it is not known. */
  readonly sentBody: string | null;
}

/** Computed: proved by computing the same signature. Request: visible in the request. Remaining: everything else was ruled out. */
export type MistakeEvidence = 'Computed' | 'Request' | 'Remaining';

export interface FoundMistake {
  readonly code: VerificationMistakeCode;
  readonly evidence: MistakeEvidence;
  /** The missing header, the seconds of a clock, the ids of other endpoints, or the other hash function. */
  readonly detail: string | null;
}

export interface Diagnosis {
  /** Whether the request has a signature of the endpoint for its id, timestamp and body. */
  readonly isGenuine: boolean;
  /** Whether a known way of computing gives the signature of the receiver; null if that is not given. */
  readonly isReproduced: boolean | null;
  readonly mistakes: readonly FoundMistake[];
}

/** The hash functions by the length of their result. */
const HASHES: Readonly<Record<number, { readonly name: string; readonly title: string }>> = {
  20: { name: 'sha1', title: 'SHA-1' },
  32: { name: 'sha256', title: 'SHA-256' },
  64: { name: 'sha512', title: 'SHA-512' },
};

const MOST_MISTAKES = 2;

/** Takes about a fifth of a second; then only the likeliest ways have been tried. */
const MOST_BYTES_HASHED = 64 * 1_048_576;

/**
 * Names the mistakes of a receiver that rejects a request. Tries every known way of computing a signature, alone and in pairs, and compares
 * the result with the receiver's signature. Returns no signature: one for a text of the caller's choice would be a forged message.
 */
export function diagnose(request: FailedRequest, known: KnownFacts): Diagnosis {
  const diagnosis = diagnosisOf(request, known);
  return { ...diagnosis, mistakes: withUnreadable(diagnosis.mistakes, known) };
}

function diagnosisOf(request: FailedRequest, known: KnownFacts): Diagnosis {
  const visible = mistakesInRequest(request);
  const isGenuine = signedBy(known, request, Buffer.from(request.body)) === known.endpointId;
  const given = request.computed === null ? undefined : digestOf(request.computed);
  const origin = isGenuine ? [] : mistakesOfOrigin(request, known, visible);
  if (given === undefined) return { isGenuine, isReproduced: null, mistakes: [...visible, ...origin] };
  const found = reproduced(request, known, given);
  const isSound = isGenuine && visible.length === 0;
  // The right signature explains nothing if the request itself has a mistake.
  const explained = found?.filter(({ code }) => isSound || code !== 'wrong_comparison');
  const computed = explained ?? (isSound ? [remainingOf(given)] : []);
  const seen = [...visible, ...origin].filter(({ code }) => !computed.some((each) => each.code === code));
  return { isGenuine, isReproduced: found !== undefined, mistakes: [...seen, ...computed] };
}

/** Adds the secrets that could not be tried to what remains. A secret of the endpoint itself leaves nothing else to conclude. */
function withUnreadable(mistakes: readonly FoundMistake[], { endpointId, unreadable }: KnownFacts): FoundMistake[] {
  const proven = mistakes.filter(({ evidence }) => evidence !== 'Remaining');
  if (unreadable.length === 0 || proven.length === mistakes.length) return [...mistakes];
  const kept = unreadable.includes(endpointId) ? proven : mistakes;
  return [...kept, { code: 'secret_unreadable', evidence: 'Remaining', detail: unreadable.join(', ') }];
}

/** What remains if no known way gives the signature of the receiver. */
const remainingOf = ({ bytes }: Digest): FoundMistake =>
  HASHES[bytes.length]
    ? { code: 'unknown_secret', evidence: 'Remaining', detail: null }
    : { code: 'signature_length', evidence: 'Request', detail: null };

/** What is wrong with the request whatever its receiver computes. */
function mistakesInRequest({ id, timestamp, signature, receivedAt }: FailedRequest): FoundMistake[] {
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const missing = Object.entries(headers).filter(([, value]) => !value);
  const found = missing.map(([detail]): FoundMistake => ({ code: 'missing_header', evidence: 'Request', detail }));
  if (!timestamp) return found;
  const seconds = secondsOf(timestamp);
  if (seconds === undefined || !/^\d{1,11}$/.test(timestamp)) {
    found.push({ code: 'timestamp_unit', evidence: 'Request', detail: null });
  }
  if (seconds === undefined || receivedAt === null) return found;
  const skew = Math.round(receivedAt.getTime() / 1000 - seconds);
  if (Math.abs(skew) > TIMESTAMP_TOLERANCE_S) {
    found.push({ code: 'clock_skew', evidence: 'Request', detail: String(skew) });
  }
  return found;
}

/** Why the signature does not fit the request: another endpoint, another body, another id or timestamp. */
function mistakesOfOrigin(
  request: FailedRequest,
  known: KnownFacts,
  visible: readonly FoundMistake[],
): readonly FoundMistake[] {
  if (visible.some(({ code }) => code === 'missing_header')) return [];
  const of = (code: VerificationMistakeCode, detail: string | null = null): FoundMistake[] => [
    { code, evidence: 'Computed', detail },
  ];
  const body = Buffer.from(request.body);
  const endpoint = signedBy(known, request, body);
  if (endpoint !== undefined) return of('other_endpoint', String(endpoint));
  const { sentBody } = known;
  if (sentBody !== null && signedBy(known, request, Buffer.from(sentBody)) !== undefined) {
    return of(bodyChange(sentBody, request.body));
  }
  const original = bodyVariants(request.body).find(({ bytes }) => signedBy(known, request, bytes) !== undefined);
  if (original) return of(original.mistake);
  const text = signedTexts(request, [body]).find((each) => wasSigned(known, request, each.bytes));
  if (text)
    return visible.some(({ code }) => text.mistakes.includes(code)) ? [] : text.mistakes.flatMap((code) => of(code));
  return [{ code: 'signature_unknown', evidence: 'Remaining', detail: null }];
}

/** The endpoint whose secret signed the id, the timestamp and this body. */
function signedBy(known: KnownFacts, { id, timestamp, signature }: FailedRequest, body: Buffer): number | undefined {
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  return known.secrets.find(({ secret }) => isSignedWith(secret, signature, content))?.endpointId;
}

const wasSigned = (known: KnownFacts, { signature }: FailedRequest, content: Buffer): boolean =>
  known.secrets.some(({ secret }) => isSignedWith(secret, signature, content));

function isSignedWith(secret: string, signature: string | null, content: Buffer): boolean {
  const scheme = schemeOf(secret);
  const parts = (signature ?? '').split(/\s+/).filter((part) => part.startsWith(`${scheme},`));
  if (parts.length === 0) return false;
  const values = parts.map((part) => Buffer.from(part.slice(scheme.length + 1), 'base64'));
  if (scheme === 'v1a') {
    const key = createPublicKey(privateKeyOf(secret));
    return values.some((value) => verify(null, content, key, value));
  }
  const expected = createHmac('sha256', signingKey(secret)).update(content).digest();
  return values.some((value) => isEqual(value, expected));
}

/** The mistakes with which the receiver's signature results; undefined if no known ones give it. */
function reproduced(request: FailedRequest, known: KnownFacts, given: Digest): FoundMistake[] | undefined {
  const hash = HASHES[given.bytes.length];
  if (!hash) return undefined;
  const encoding: FoundMistake[] = [
    ...given.mistakes.map((code): FoundMistake => ({ code, evidence: 'Computed', detail: null })),
    ...(hash.name === 'sha256'
      ? []
      : [{ code: 'other_hash', evidence: 'Computed', detail: hash.title } satisfies FoundMistake]),
  ];
  const bodies = [
    request.body,
    ...(known.sentBody === null || known.sentBody === request.body ? [] : [known.sentBody]),
  ];
  const texts = signedTexts(
    request,
    bodies.map((body) => Buffer.from(body)),
  );
  const keys = known.secrets.flatMap((secret) => keysOf(secret, known.endpointId));
  let hashed = 0;
  for (let count = 0; count <= MOST_MISTAKES; count += 1) {
    for (const { key, mistakes: ofKey } of keys) {
      for (const { bytes, mistakes: ofText } of texts) {
        if (ofKey.length + ofText.length !== count) continue;
        hashed += bytes.length;
        if (hashed > MOST_BYTES_HASHED) return undefined;
        if (!isEqual(createHmac(hash.name, key).update(bytes).digest(), given.bytes)) continue;
        const found = [...ofKey, ...ofText.map(proved), ...encoding];
        return found.length === 0 ? [proved('wrong_comparison')] : found;
      }
    }
  }
  return undefined;
}

const proved = (code: VerificationMistakeCode): FoundMistake => ({ code, evidence: 'Computed', detail: null });

interface TriedKey {
  readonly key: Buffer;
  readonly mistakes: readonly FoundMistake[];
}

/** The keys that a receiver may take from a secret, the right one first. */
function keysOf({ secret, endpointId, isActive }: KnownSecret, ownId: number): TriedKey[] {
  const own = endpointId === ownId;
  const owner: FoundMistake[] = !own
    ? [{ ...proved('other_endpoint'), detail: String(endpointId) }]
    : isActive
      ? []
      : [proved('old_secret')];
  const tried = (key: Buffer, code?: VerificationMistakeCode): TriedKey => ({
    key,
    mistakes: code === undefined ? owner : [...owner, proved(code)],
  });
  if (schemeOf(secret) === 'v1a') {
    const shown = publicKeyOf(secret);
    return [shown, shown.slice(shown.indexOf('_') + 1)].flatMap((text) => [
      tried(Buffer.from(text), 'wrong_scheme'),
      tried(Buffer.from(text, 'base64'), 'wrong_scheme'),
    ]);
  }
  const text = secret.slice(secret.indexOf('_') + 1);
  return [
    tried(signingKey(secret)),
    tried(Buffer.from(text), 'secret_not_decoded'),
    tried(Buffer.from(secret), 'secret_not_decoded'),
    tried(Buffer.from(secret, 'base64'), 'prefix_not_removed'),
    // Python and others skip the characters outside the alphabet of base64.
    tried(Buffer.from(secret.replaceAll('_', ''), 'base64'), 'prefix_not_removed'),
  ];
}

interface Digest {
  readonly bytes: Buffer;
  readonly mistakes: readonly VerificationMistakeCode[];
}

/** The bytes of a computed signature, in the encoding that gives the length of a hash. Empty bytes if none does. */
function digestOf(text: string): Digest {
  const value = text.trim().replace(/^v1a?[,=]/, '');
  const hex = Buffer.from(value, 'hex');
  if (/^[0-9a-f]+$/i.test(value) && HASHES[hex.length]) return { bytes: hex, mistakes: ['hex_digest'] };
  const bytes = Buffer.from(value, 'base64');
  return { bytes, mistakes: bytes.toString('base64') === value ? [] : ['base64_variant'] };
}

/** Seconds of a timestamp in seconds, milliseconds or text; undefined if it is none of them. */
export function secondsOf(timestamp: string): number | undefined {
  const isNumber = /^\d+(\.\d+)?$/.test(timestamp);
  const value = isNumber ? Number(timestamp) : Date.parse(timestamp) / 1000;
  if (!Number.isFinite(value)) return undefined;
  return Math.floor(isNumber && value > 1e11 ? value / 1000 : value);
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

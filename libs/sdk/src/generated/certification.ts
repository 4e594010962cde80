// Generated from libs/domain by libs/sdk/generate.mjs. Do not edit.
import {
  CERTIFICATION_CASES,
  type CertificationCaseName,
  type CertificationExpectation,
  type CertificationOutcome,
  type CertificationReason,
} from './certification-cases.js';

/** A request to the receiver. */
export interface CertificationRequest {
  readonly method: 'POST' | 'GET';
  /** In this case of letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Whether the body is sent in two parts with a pause between them. */
  readonly inParts: boolean;
}

export interface CertificationResponse {
  /** Null without a response. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The header `webhook-handled`: how often the receiver has handled the message with this id; null without it. */
  readonly handled: number | null;
  /** Why there was no response, in a sentence. */
  readonly error: string | null;
}

/** What the cases need from the program that plays them. */
export interface CertificationKit {
  /** A message of a real type, whose record has a version. */
  readonly example: { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
  /** A new id of a message. */
  readonly newId: () => string;
  /** The value of `webhook-signature`, with all secrets of the receiver. */
  readonly sign: (id: string, timestamp: number, body: string) => string;
  /** The same with a secret that the receiver does not have. */
  readonly signOther: (id: string, timestamp: number, body: string) => string;
  readonly gzip: (text: string) => Uint8Array;
  readonly send: (request: CertificationRequest) => Promise<CertificationResponse>;
}

export interface CertificationResult {
  readonly outcome: CertificationOutcome;
  /** Null for a case that passed. */
  readonly reason: CertificationReason | null;
  /** In the order of the requests. */
  readonly responses: readonly CertificationResponse[];
}

/** The response header in which a receiver counts. */
export const HANDLED_HEADER = 'webhook-handled';

/** Seconds: twice the tolerance of Standard Webhooks. */
const FAR_S = 600;
/** Ids of records, from here to twice as many, that a company hardly has. */
const RECORD_IDS = 1_000_000_000;
const LARGE_BYTES = 512 * 1024;
const MOST_RESPONSE_MS = 5_000;
/** What servers without a handler of GET respond, as Python's does. */
const NOT_IMPLEMENTED = 501;
const TOGETHER = 5;
const IN_A_ROW = 3;

/** Plays one case. Rejects only if the kit does. */
export async function certify(name: CertificationCaseName, kit: CertificationKit): Promise<CertificationResult> {
  const responses = await PLAYS[name](kit, name);
  const expects = CERTIFICATION_CASES.find((each) => each.name === name)?.expects ?? 'Accepted';
  const reason = REASONS[expects](responses);
  return { outcome: reason === null ? 'Passed' : reason === 'NoCount' ? 'NotVisible' : 'Failed', reason, responses };
}

const newRecordId = (): number => Math.floor(RECORD_IDS * (1 + Math.random()));

interface SentMessage {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

interface MessageParts {
  readonly type?: string;
  /** Members of `data` that differ from the example. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** More members of the body. */
  readonly more?: Readonly<Record<string, unknown>>;
}

function messageOf({ example, newId }: CertificationKit, { type = example.type, data, more }: MessageParts = {}) {
  const id = newId();
  const createdAt = new Date().toISOString();
  // A receiver that compares versions would ignore a second message of the same record.
  const record = { ...example.data, id: newRecordId() };
  return { id, type, body: JSON.stringify({ id, type, createdAt, data: { ...record, ...data }, ...more }) };
}

interface RequestParts {
  readonly secondsAgo?: number;
  readonly attempt?: number;
  /** The value of `webhook-signature`; null for none. */
  readonly signature?: (id: string, timestamp: number, body: string) => string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

function requestOf(
  kit: CertificationKit,
  name: string,
  { id, type, body }: SentMessage,
  { secondsAgo = 0, attempt = 1, signature = kit.sign, headers = {} }: RequestParts = {},
): CertificationRequest {
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
  const value = signature(id, timestamp, body);
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      ...(value !== null && { 'webhook-signature': value }),
      'webhook-event-type': type,
      'webhook-attempt': String(attempt),
      'webhook-test': 'true',
      'webhook-certification': name,
      ...headers,
    },
    body,
    inParts: false,
  };
}

type Play = (kit: CertificationKit, name: string) => Promise<readonly CertificationResponse[]>;

/** One message. */
const playOne =
  (parts: (kit: CertificationKit) => RequestParts, message: MessageParts = {}): Play =>
  async (kit, name) => [await kit.send(requestOf(kit, name, messageOf(kit, message), parts(kit)))];

/** One valid message whose request is changed afterwards. */
const playChanged =
  (change: (request: CertificationRequest, kit: CertificationKit) => Partial<CertificationRequest>): Play =>
  async (kit, name) => {
    const request = requestOf(kit, name, messageOf(kit));
    return [await kit.send({ ...request, ...change(request, kit) })];
  };

const plain = playOne(() => ({}));

const PLAYS: Readonly<Record<CertificationCaseName, Play>> = {
  valid: plain,
  'wrong-signature': playOne((kit) => ({ signature: kit.signOther })),
  'missing-signature': playOne(() => ({ signature: () => null })),
  'altered-body': playChanged(({ body }) => ({ body: String(body).replace('"data":', '"data": ') })),
  'altered-id': playChanged(({ headers }, { newId }) => ({ headers: { ...headers, 'webhook-id': newId() } })),
  'old-timestamp': playOne(() => ({ secondsAgo: FAR_S })),
  'future-timestamp': playOne(() => ({ secondsAgo: -FAR_S })),
  'two-secrets': playOne((kit) => ({
    signature: (...signed) => `${kit.signOther(...signed)} ${kit.sign(...signed)}`,
  })),
  'extra-versions': playOne((kit) => ({
    signature: (...signed) => `v9,bm90IGEgc2lnbmF0dXJl v1b, ${kit.sign(...signed)}`,
  })),
  'header-case': playChanged(({ headers }) => ({
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [inMixedCase(name), value])),
  })),
  'replayed-request': async (kit, name) => {
    const request = requestOf(kit, name, messageOf(kit));
    return [await kit.send(request), await kit.send(request)];
  },
  'duplicate-delivery': async (kit, name) => {
    const message = messageOf(kit);
    const first = await kit.send(requestOf(kit, name, message));
    return [first, await kit.send(requestOf(kit, name, message, { attempt: 2 }))];
  },
  'concurrent-duplicates': (kit, name) => {
    const request = requestOf(kit, name, messageOf(kit));
    return Promise.all(Array.from({ length: TOGETHER }, () => kit.send(request)));
  },
  'unknown-type': playOne(() => ({}), { type: 'certification.unknown' }),
  'unknown-member': playOne(() => ({}), {
    data: { certification: { isKnown: false } },
    more: { certification: [null, 1] },
  }),
  'reordered-versions': async (kit, name) => {
    const id = newRecordId();
    const send = (version: number) => kit.send(requestOf(kit, name, messageOf(kit, { data: { id, version } })));
    return [await send(3), await send(2)];
  },
  'non-ascii': playOne(() => ({}), { data: { certification: 'Café — Cafe\u0301 — 発票 — 🧾 — \u2028' } }),
  'large-body': playOne(() => ({}), { data: { certification: 'Ten days of advice. '.repeat(LARGE_BYTES / 20) } }),
  'slow-body': playChanged(() => ({ inParts: true })),
  gzip: playChanged(({ headers, body }, { gzip }) => ({
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: gzip(String(body)),
  })),
  'empty-body': async (kit, name) => [await kit.send(requestOf(kit, name, { ...messageOf(kit), body: '' }))],
  'wrong-content-type': playOne(() => ({ headers: { 'content-type': 'text/plain' } })),
  'get-request': async (kit, name) => {
    const { 'content-type': _, ...headers } = requestOf(kit, name, { ...messageOf(kit), body: '' }).headers;
    return [await kit.send({ method: 'GET', headers, body: '', inParts: false })];
  },
  'no-redirect': plain,
  'quick-response': async (kit, name) => {
    const responses: CertificationResponse[] = [];
    while (responses.length < IN_A_ROW) responses.push(...(await plain(kit, name)));
    return responses;
  },
};

const inMixedCase = (name: string): string =>
  [...name].map((letter, n) => (n % 2 === 0 ? letter.toUpperCase() : letter)).join('');

type Judge = (responses: readonly CertificationResponse[]) => CertificationReason | null;

/** The reason of the first response that has one. */
const each =
  (judge: (response: CertificationResponse) => CertificationReason | null): Judge =>
  (responses) =>
    responses.map(judge).find((reason) => reason !== null) ?? null;

const isSuccess = ({ status }: CertificationResponse): boolean => status !== null && status >= 200 && status <= 299;
const isRedirect = ({ status }: CertificationResponse): boolean => status !== null && status >= 300 && status <= 399;

const accepted = each((response) => {
  if (response.status === null) return 'NoResponse';
  if (isRedirect(response)) return 'Redirected';
  return isSuccess(response) ? null : 'NotAccepted';
});

const rejectionOf = (response: CertificationResponse): CertificationReason | null => {
  if (response.status === null) return 'NoResponse';
  if (isRedirect(response)) return 'Redirected';
  if (isSuccess(response)) return 'NotRejected';
  if (response.status >= 500) return 'ServerError';
  return response.status === 410 || response.status === 429 ? 'OtherRejection' : null;
};

/** @param most how often the message may have been handled after each response */
function countOf(responses: readonly CertificationResponse[], most = 1): CertificationReason | null {
  const counts = responses.map(({ handled }) => handled);
  if (counts.some((count) => count !== null && count > most)) return 'HandledAgain';
  if (counts.includes(null)) return 'NoCount';
  return counts.every((count) => count === 0) ? 'NotHandled' : null;
}

/** What a busy receiver responds, so that the message comes again. */
const BUSY: readonly (number | null)[] = [409, 425, 429, 503];

const REASONS: Readonly<Record<CertificationExpectation, Judge>> = {
  Accepted: accepted,
  Rejected: each(rejectionOf),
  NotServed: each((response) => (response.status === NOT_IMPLEMENTED ? null : rejectionOf(response))),
  NoError: each((response) => (isSuccess(response) ? null : rejectionOf(response))),
  Once: (responses) => accepted(responses) ?? countOf(responses),
  OnceOrRejected: ([first, ...repeats]) => {
    if (!first) return 'NoResponse';
    const failed = accepted([first]);
    if (failed !== null) return failed;
    const answered = repeats.filter(isSuccess);
    return each(rejectionOf)(repeats.filter((repeat) => !isSuccess(repeat))) ?? countOfRepeats(first, answered);
  },
  OnceOrBusy: (responses) => {
    const settled = responses.filter(({ status }) => !BUSY.includes(status));
    return settled.length === 0 ? 'NotAccepted' : (accepted(settled) ?? countOf(settled));
  },
  Newest: (responses) => {
    const [newer, older] = responses;
    const failed = accepted(responses);
    if (failed !== null || !newer || !older) return failed;
    if (newer.handled === null || older.handled === null) return 'NoCount';
    if (newer.handled !== 1) return newer.handled === 0 ? 'NotHandled' : 'HandledAgain';
    return older.handled === 0 ? null : 'HandledOlder';
  },
  NoRedirect: accepted,
  Quick: (responses) =>
    accepted(responses) ?? (responses.some(({ durationMs }) => durationMs > MOST_RESPONSE_MS) ? 'TooSlow' : null),
};

/** A rejected repeat shows by its status that it was not handled. */
const countOfRepeats = (
  first: CertificationResponse,
  repeats: readonly CertificationResponse[],
): CertificationReason | null => (repeats.length === 0 ? null : countOf([first, ...repeats]));

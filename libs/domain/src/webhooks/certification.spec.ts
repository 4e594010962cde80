import { describe, expect, it } from '@jest/globals';
import {
  CERTIFICATION_CASE_NAMES,
  CERTIFICATION_CASES,
  CERTIFICATION_EXPECTATIONS,
  CERTIFICATION_REASONS,
  type CertificationCaseName,
} from './certification-cases.js';
import { certify, type CertificationKit, type CertificationRequest } from './certification.js';

type Answer = number | [status: number, handled: number];
type TestReceiver = (request: CertificationRequest) => Answer;

const signatureOf = (secret: string) => (id: string, timestamp: number, body: string) =>
  `v1,${secret}/${id}/${timestamp}/${body.length}/${body.split(' ').length}`;

/** A kit whose receiver is a function. */
function kitOf(receiver: TestReceiver, durationMs = 1): CertificationKit {
  let ids = 0;
  return {
    example: { type: 'invoice.paid', data: { id: 42, version: 3 } },
    newId: () => `msg_${(ids += 1)}`,
    sign: signatureOf('own'),
    signOther: signatureOf('other'),
    gzip: (text) => new TextEncoder().encode(`zipped ${text}`),
    send: (request) => {
      const [status, handled = null] = [receiver(request)].flat();
      return Promise.resolve({ status: status === 0 ? null : (status ?? null), durationMs, handled, error: null });
    },
  };
}

/** A receiver that does everything right, and counts. */
function correct(): TestReceiver {
  const handled = new Map<string, number>();
  const versions = new Map<number, number>();
  return ({ method, headers: given, body: bytes }) => {
    const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
    const { 'webhook-id': id = '', 'webhook-timestamp': timestamp, 'webhook-signature': signature = '' } = headers;
    const body = String(bytes);
    if (method !== 'POST' || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return 400;
    if (!` ${signature}`.endsWith(` ${signatureOf('own')(id, Number(timestamp), body)}`) || body === '') return 400;
    const count = handled.get(id);
    if (count !== undefined) return [204, count];
    const { data } = JSON.parse(body) as { data: { id: number; version: number } };
    const isOlder = data.version < (versions.get(data.id) ?? 0);
    versions.set(data.id, data.version);
    handled.set(id, isOlder ? 0 : 1);
    return [204, isOlder ? 0 : 1];
  };
}

const withoutCount =
  (receiver: TestReceiver): TestReceiver =>
  (request) =>
    [receiver(request)].flat()[0] ?? 0;

describe('the cases', () => {
  it('are 25, each with words for what is sent, expected and proved', () => {
    expect(CERTIFICATION_CASES.map(({ name }) => name)).toEqual(CERTIFICATION_CASE_NAMES);
    expect(new Set(CERTIFICATION_CASE_NAMES).size).toBe(25);
    expect(new Set(CERTIFICATION_CASES.map(({ expects }) => expects)).size).toBe(
      Object.keys(CERTIFICATION_EXPECTATIONS).length,
    );
    expect(Object.values(CERTIFICATION_REASONS).every(({ en, fr }) => en !== fr)).toBe(true);
  });

  it.each(CERTIFICATION_CASE_NAMES)(
    '%s passes a correct receiver, and no receiver that accepts nothing',
    async (name) => {
      expect(await certify(name, kitOf(correct()))).toMatchObject({ outcome: 'Passed', reason: null });
      expect(
        await certify(
          name,
          kitOf(() => 0),
        ),
      ).toMatchObject({ outcome: 'Failed', reason: 'NoResponse' });
      expect(
        await certify(
          name,
          kitOf(() => 302),
        ),
      ).toMatchObject({ outcome: 'Failed', reason: 'Redirected' });
      expect(
        await certify(
          name,
          kitOf(() => 500),
        ),
      ).toMatchObject({ outcome: 'Failed' });
    },
  );

  it('report what a receiver without a count does not show, and never as passed', async () => {
    const results = await Promise.all(
      CERTIFICATION_CASE_NAMES.map((name) => certify(name, kitOf(withoutCount(correct())))),
    );
    const invisible = CERTIFICATION_CASE_NAMES.filter((_, n) => results[n]?.outcome !== 'Passed');
    expect(invisible).toEqual([
      'replayed-request',
      'duplicate-delivery',
      'concurrent-duplicates',
      'reordered-versions',
    ]);
    expect(results.filter(({ outcome }) => outcome === 'NotVisible').map(({ reason }) => reason)).toEqual(
      Array<string>(4).fill('NoCount'),
    );
  });

  /** The receiver accepts everything, and counts each request. */
  const naive = (): TestReceiver => {
    const counts = new Map<string, number>();
    return ({ headers: { 'webhook-id': id = '' } }) => {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      return [200, counts.get(id) ?? 0];
    };
  };

  it.each<[CertificationCaseName, string, TestReceiver]>([
    ['valid', 'NotAccepted', () => 401],
    ['wrong-signature', 'NotRejected', naive()],
    ['wrong-signature', 'ServerError', () => 500],
    ['wrong-signature', 'OtherRejection', () => 410],
    ['old-timestamp', 'OtherRejection', () => 429],
    ['empty-body', 'ServerError', () => 502],
    ['get-request', 'NotRejected', naive()],
    ['gzip', 'ServerError', () => 500],
    ['replayed-request', 'HandledAgain', naive()],
    ['duplicate-delivery', 'HandledAgain', naive()],
    ['duplicate-delivery', 'NotHandled', () => [204, 0]],
    ['concurrent-duplicates', 'HandledAgain', naive()],
    ['concurrent-duplicates', 'NotAccepted', () => 409],
    ['reordered-versions', 'HandledOlder', naive()],
    ['reordered-versions', 'NotHandled', () => [204, 0]],
  ])('%s finds %s', async (name, reason, receiver) => {
    expect(await certify(name, kitOf(receiver))).toMatchObject({ outcome: 'Failed', reason });
  });

  it('accept a replay that is rejected, a busy receiver, and 501 for GET, but not a slow receiver', async () => {
    const once = (later: number): TestReceiver => {
      let count = 0;
      return () => ((count += 1) === 1 ? [204, 1] : later);
    };
    expect(await certify('replayed-request', kitOf(once(400)))).toMatchObject({ outcome: 'Passed' });
    expect(await certify('concurrent-duplicates', kitOf(once(409)))).toMatchObject({ outcome: 'Passed' });
    expect(
      await certify(
        'get-request',
        kitOf(() => 501),
      ),
    ).toMatchObject({ outcome: 'Passed' });
    expect(await certify('quick-response', kitOf(naive(), 5_001))).toMatchObject({ reason: 'TooSlow' });
    expect(await certify('duplicate-delivery', kitOf(once(400)))).toMatchObject({ reason: 'NotAccepted' });
  });
});

import { expect, it } from '@jest/globals';
import { Billhook } from './billhook.js';
import { OPERATIONS } from './generated/resources.js';

const OPTIONS = { baseUrl: 'https://billing.example.com', apiKey: 'bhk_0123456789' };

const sent: unknown[] = [];
const own = new Billhook({
  ...OPTIONS,
  fetch: async (request) => {
    sent.push(request);
    return Response.json({});
  },
});

it('an unknown option is rejected in every method, and no request is sent', () => {
  const calls = Object.entries(OPERATIONS).flatMap(([resource, methods]) =>
    Object.entries(methods).map(([name, entry]) => {
      const [method = '', path = '', takes = ''] = entry.split(' ');
      const before = [...(path.match(/\{/g) ?? []), ...takes.replace(/[^bq]/g, '')].map(() => 1);
      const run = (own as unknown as Record<string, Record<string, (...given: unknown[]) => unknown>>)[resource]?.[
        name
      ];
      return { method, call: `${method} ${path}`, run: (...given: unknown[]) => run?.(...before, ...given) };
    }),
  );
  expect(calls.length).toBeGreaterThan(100);
  for (const { method, call, run } of calls) {
    for (const [wrong, right] of [
      ['timeout_ms', 'timeoutMs'],
      ...(method === 'GET' ? [] : [['dryrun', 'dryRun'] as const, ['ifmatch', 'ifMatch'] as const]),
    ] as const) {
      expect(() => run({ [wrong]: 1 })).toThrow(
        new TypeError(`${call} has no option ${wrong}. Did you mean ${right}?`),
      );
    }
    expect(() => run({}, { dryRun: true })).toThrow(
      /^(GET|POST|PUT|PATCH|DELETE) \S+ takes [1-4] arguments at most\.$/,
    );
  }
  const wrong = { bogus: 1 } as never;
  expect(() => own.request('post', '/v1/clients', { options: wrong })).toThrow('POST /v1/clients has no option bogus.');
  expect(() => own.clients.get(1, { dryRun: true } as never)).toThrow('It has signal, timeoutMs,');
  expect(() => own.events.follow(wrong)).toThrow('events.follow has no option bogus. It has types,');
  expect(() => new Billhook({ ...OPTIONS, maxretries: 0 } as never)).toThrow('Did you mean maxRetries?');
  expect(sent).toEqual([]);
});

import { describe, expect, it } from '@jest/globals';
import type { Described } from '../openapi/steps/openapi-operations.rules.js';
import { requestOf } from './tool-call.rules.js';
import type { OperationTool } from './tool-list.rules.js';
import type { ArgumentPlaces } from './tool-schema.rules.js';

const NOTHING: ArgumentPlaces = { path: [], query: [], body: 'none', version: false, writes: false };

/** The parts of a tool that a call reads. */
function tool(method: string, path: string, places: Partial<ArgumentPlaces>): OperationTool {
  const operation = { method, path } as Described;
  const listed = { name: 'the_tool', inputSchema: { type: 'object' } } as const;
  return { listed, operation, schema: {}, places: { ...NOTHING, ...places }, getTool: undefined };
}

const DAY = '2026-11-21';
const LIST = tool('get', '/v1/invoices', { query: ['limit', 'status', 'clientId'] });
const GET = tool('get', '/v1/events/{id}', { path: ['id'] });
const CREATE = tool('post', '/v1/invoices', { body: 'members', writes: true });
const SEND = tool('post', '/v1/invoices/{id}/send', { path: ['id'], body: 'members', writes: true, version: true });
const DELETE = tool('delete', '/v1/payments/{id}', { path: ['id'], query: ['reason'], writes: true });
const CONVERT = tool('post', '/v1/quotes/{id}/convert', { path: ['id'], body: 'argument', writes: true });
const PREVIEW = tool('post', '/v1/invoices/preview', { body: 'members' });

describe('requestOf', () => {
  it.each([
    ['a page of ten', LIST, {}, 'GET /v1/invoices?limit=10', undefined],
    ['another page size', LIST, { limit: 25 }, 'GET /v1/invoices?limit=25', undefined],
    [
      'a list as a repeated parameter',
      LIST,
      { limit: 1, status: ['Sent', 'Overdue'] },
      'GET /v1/invoices?limit=1&status=Sent&status=Overdue',
      undefined,
    ],
    [
      'an unknown argument as a parameter, for /v1 to reject',
      LIST,
      { limit: 1, stats: 'x&y=1' },
      'GET /v1/invoices?limit=1&stats=x%26y%3D1',
      undefined,
    ],
    ['no parameter for null', LIST, { limit: 1, clientId: null }, 'GET /v1/invoices?limit=1', undefined],
    ['an id that is a text', GET, { id: 'msg_invoicepaid4Qm8' }, 'GET /v1/events/msg_invoicepaid4Qm8', undefined],
    [
      'every other argument as a member of the body',
      CREATE,
      { clientId: 1, confirm: true },
      'POST /v1/invoices',
      { clientId: 1 },
    ],
    ['an action without members', SEND, { id: 4, version: 2, confirm: true }, 'POST /v1/invoices/4/send', {}],
    [
      'a parameter of a write',
      DELETE,
      { id: 4, reason: 'Twice', confirm: true },
      'DELETE /v1/payments/4?reason=Twice',
      undefined,
    ],
    [
      'a body with several forms',
      CONVERT,
      { id: 4, body: { mode: 'Whole' } },
      'POST /v1/quotes/4/convert',
      { mode: 'Whole' },
    ],
    ['a computation', PREVIEW, { clientId: 1 }, 'POST /v1/invoices/preview', { clientId: 1 }],
  ])('sends %s', (_, of, given, line, body) => {
    const request = requestOf(of, given, DAY);
    expect([`${request.method} ${request.url}`, request.body]).toEqual([line, body]);
  });

  it('runs a write dry unless confirm is true, without an idempotency key', () => {
    for (const given of [{}, { confirm: false }, { confirm: null }, { idempotencyKey: 'x' }]) {
      expect(requestOf(CREATE, given, DAY)).toMatchObject({ isDryRun: true, headers: { prefer: 'dry-run' }, body: {} });
    }
    expect(requestOf(PREVIEW, {}, DAY)).toMatchObject({ isDryRun: false, headers: {} });
    expect(requestOf(SEND, { id: 4, version: 2 }, DAY).headers).toEqual({ 'if-match': '"2"', prefer: 'dry-run' });
  });

  it('has one idempotency key for the same call on one day, whatever the order of its arguments', () => {
    const keyOf = (given: object, day = DAY) =>
      requestOf(CREATE, { confirm: true, ...given }, day).headers['idempotency-key'];
    const key = keyOf({ clientId: 1, currency: 'EUR' });
    expect(key).toMatch(/^mcp-[\w-]{43}$/);
    expect(keyOf({ currency: 'EUR', clientId: 1 })).toBe(key);
    expect(keyOf({ clientId: 2, currency: 'EUR' })).not.toBe(key);
    expect(keyOf({ clientId: 1, currency: 'EUR' }, '2026-11-22')).not.toBe(key);
    expect(keyOf({ clientId: 1, idempotencyKey: 'job 7781' })).toBe('job 7781');
  });

  it.each([
    ['no id', GET, {}],
    ['a path', GET, { id: '..' }],
    ['a longer path', GET, { id: '1/../../clients/1' }],
    ['an encoded path', GET, { id: '%2e%2e' }],
    ['an object', GET, { id: { a: 1 } }],
    ['a negative id', GET, { id: -1 }],
    ['a text that means yes', SEND, { id: 1, confirm: 'true' }],
    ['a number that means yes', SEND, { id: 1, confirm: 1 }],
    ['half a version', SEND, { id: 1, version: 1.5 }],
    ['a header in the key', SEND, { id: 1, confirm: true, idempotencyKey: 'a\r\nprefer: x' }],
    ['an empty key', SEND, { id: 1, confirm: true, idempotencyKey: '' }],
    ['members beside the body', CONVERT, { id: 1, mode: 'Whole' }],
  ])('rejects %s', (_, of, given) => {
    expect(() => requestOf(of, given, DAY)).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });
});

import { describe, expect, it } from '@jest/globals';
import { deliveryQuery, deliverySearch, isFiltered } from './delivery-search.js';

describe('the address of the log', () => {
  it.each([
    [{}, {}],
    [
      {
        endpoint: '7',
        status: 'Failed',
        type: 'invoice.paid',
        error: 'Tls',
        response: '503',
        resource: 'invoice',
        record: '9',
        delivery: 4,
      },
      {
        endpoint: 7,
        status: 'Failed',
        type: 'invoice.paid',
        error: 'Tls',
        response: 503,
        resource: 'invoice',
        record: 9,
        delivery: 4,
      },
    ],
    [
      { response: '5xx', event: 'msg_2n8QbY' },
      { response: '5xx', event: 'msg_2n8QbY' },
    ],
    [{ since: '2026-11-22T10:00:00Z', until: 'soon' }, { since: '2026-11-22T10:00:00.000Z' }],
    [{ period: '24h', since: '2026-11-22T10:00:00Z' }, { period: '24h' }],
    [
      {
        endpoint: '-1',
        status: 'Lost',
        type: 'x',
        error: 'x',
        response: '99',
        resource: 'x',
        record: 'x',
        event: 'a b',
        period: '3d',
      },
      {},
    ],
  ])('reads %j as %j', (address, search) => {
    expect(deliverySearch(address)).toEqual(search);
  });

  it('becomes a query with one start', () => {
    const now = new Date('2026-11-22T10:00:00Z');
    expect(deliveryQuery({ period: '24h', response: 503, error: 'Status' }, now)).toMatchObject({
      since: '2026-11-21T10:00:00.000Z',
      responseStatus: 503,
      statusClass: undefined,
      errorKind: 'Status',
    });
    expect(deliveryQuery({ response: 'none' }, now)).toMatchObject({ statusClass: 'none', responseStatus: undefined });
  });

  it('is filtered by anything but the open delivery and the fixed endpoint', () => {
    expect(isFiltered({ delivery: 1 }, false)).toBe(false);
    expect([isFiltered({ endpoint: 1 }, false), isFiltered({ endpoint: 1 }, true)]).toEqual([true, false]);
    expect(isFiltered({ period: '1h' }, true)).toBe(true);
  });
});

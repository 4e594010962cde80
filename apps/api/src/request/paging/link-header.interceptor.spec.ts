import { describe, expect, it } from '@jest/globals';
import { pageLinks } from './link-header.interceptor.js';

const PUBLIC_URL = 'https://bills.example';
const MIDDLE = { nextCursor: 'n.1', prevCursor: 'p.1' };

describe('the Link header', () => {
  it('names the next page, the previous one and the first', () => {
    expect(pageLinks(PUBLIC_URL, '/v1/clients', MIDDLE)).toBe(
      [
        '<https://bills.example/v1/clients?cursor=n.1>; rel="next"',
        '<https://bills.example/v1/clients?cursor=p.1>; rel="prev"',
        '<https://bills.example/v1/clients>; rel="first"',
      ].join(', '),
    );
  });

  it('names the beginning of a feed', () => {
    expect(pageLinks(PUBLIC_URL, '/v1/events?after=msg_1', { nextCursor: 'n.1', prevCursor: null })).toBe(
      `<${PUBLIC_URL}/v1/events?after=n.1>; rel="next", <${PUBLIC_URL}/v1/events?after=beginning>; rel="first"`,
    );
  });

  it.each([
    ['the first page', { nextCursor: 'n.1', prevCursor: null }, ['next', 'first']],
    ['the last page', { nextCursor: null, prevCursor: 'p.1' }, ['prev', 'first']],
    ['the only page', { nextCursor: null, prevCursor: null }, ['first']],
  ])('of %s', (_, cursors, rels) => {
    const header = pageLinks(PUBLIC_URL, '/v1/clients?limit=2', cursors);
    expect([...header.matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel)).toEqual(rels);
  });

  it.each([
    ['?limit=2', '?limit=2&cursor=n.1'],
    ['?limit=2&cursor=old.1', '?limit=2&cursor=n.1'],
    ['?cursor=old.1&status=Sent&status=Overdue', '?status=Sent&status=Overdue&cursor=n.1'],
    ['?c%75rsor=old.1&q=a', '?q=a&cursor=n.1'],
    ['?sort=-issueDate,id&q=caf%C3%A9+%26%20co', '?sort=-issueDate,id&q=caf%C3%A9+%26%20co&cursor=n.1'],
    ['?customField=a:b?c&q=cursor=x', '?customField=a:b?c&q=cursor=x&cursor=n.1'],
    ['?q=a>; rel="next"', '?q=a%3E;%20rel=%22next%22&cursor=n.1'],
    // The bytes of é as a server reads a URL that is not escaped.
    ['?q=\u00c3\u00a9', '?q=%C3%83%C2%A9&cursor=n.1'],
    // A feed that is read from a position continues with the same parameter.
    ['?after=msg_1&types=invoice.paid', '?types=invoice.paid&after=n.1'],
    ['?', '?cursor=n.1'],
    ['?&&limit=2&', '?limit=2&cursor=n.1'],
  ])('keeps the query unchanged, except for the cursor: %s', (query, expected) => {
    const header = pageLinks(PUBLIC_URL, `/v1/clients${query}`, { nextCursor: 'n.1', prevCursor: null });
    expect(/<([^>]*)>; rel="next"/.exec(header)?.[1]).toBe(`${PUBLIC_URL}/v1/clients${expected}`);
    expect(header).toMatch(/^[\x20-\x7e]*$/);
  });
});

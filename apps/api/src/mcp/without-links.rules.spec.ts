import { describe, expect, it } from '@jest/globals';
import { withoutLinks } from './without-links.rules.js';

const TOKEN = '9mRt4Wq7yB2nKx5cVd8jLs1gPz6hFa3u';
const LINK = `https://billing.example/d/#${TOKEN}`;

describe('withoutLinks', () => {
  it.each([
    ['a record', { id: 1, publicUrl: LINK, number: 'INV-1' }, { id: 1, number: 'INV-1' }],
    ['a draft', { id: 1, publicUrl: null }, { id: 1 }],
    [
      'a list with expanded records',
      { data: [{ expanded: { invoices: [{ publicUrl: LINK, total: '1.00' }] } }] },
      { data: [{ expanded: { invoices: [{ total: '1.00' }] } }] },
    ],
    ['a link under another name', { url: LINK, name: 'x' }, { name: 'x' }],
    [
      'a message of a webhook',
      { body: JSON.stringify({ data: { publicUrl: LINK, id: 1 } }) },
      { body: '{"data":{"publicUrl":"[link left out]","id":1}}' },
    ],
    ['the text of an email', { text: `View it: ${LINK}\n\nRegards` }, { text: 'View it: [link left out]\n\nRegards' }],
    [
      'the HTML of an email',
      { html: `<a href="${LINK}">View</a>, <a href='/d/#${TOKEN}'>here</a>, <a href='/d/${TOKEN}'>here</a>` },
      {
        html: `<a href="[link left out]">View</a>, <a href='/d/[link left out]'>here</a>, <a href='[link left out]'>here</a>`,
      },
    ],
    [
      'an encoded link',
      [`?q=%2Fd%2F%23${TOKEN}`, `x &#35;${TOKEN}`, `x &#x23;${TOKEN}`, `x \\u0023${TOKEN}`],
      ['?q=%2Fd%2F[link left out]', 'x [link left out]', 'x [link left out]', 'x [link left out]'],
    ],
    ['a bare fragment in a text', { reason: `see #${TOKEN}` }, { reason: 'see [link left out]' }],
  ])('leaves the link out of %s', (_, given, expected) => {
    expect(withoutLinks(given)).toEqual(expected);
  });

  it.each([
    ['an address without a token', 'https://billing.example/d/#answering-link'],
    ['a link to a page that requires a sign-in', 'https://billing.example/settings/keys?scopes=invoice.read'],
    ['an anchor', '/docs/invoicing-rules/#document-level-allowances-and-charges'],
    ['an order number', 'order #1546130668394913'],
    ['a number, null and a flag', [1, null, true]],
  ])('keeps %s', (_, given) => {
    expect(withoutLinks({ given })).toEqual({ given });
  });
});

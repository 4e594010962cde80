import { describe, expect, it } from '@jest/globals';
import { paymentLinkError, paymentUrl } from './payment-link.js';

describe('a payment link', () => {
  it.each([
    'https://pay.example/?ref={number}&amount={amount}&currency={currency}',
    'https://pay.example/{number}/{amount}#{reference}',
    'https://pay.example:8443/pay',
    'https://pay.example/pay?note=a%20b',
  ])('is accepted: %s', (template) => {
    expect(paymentLinkError(template)).toBeUndefined();
  });

  it.each([
    ['javascript:alert(1)', 'https://'],
    ['JavaScript:alert({number})', 'https://'],
    ['data:text/html,x', 'https://'],
    ['http://pay.example/', 'https://'],
    ['HTTPS://pay.example/', 'https://'],
    ['//pay.example/', 'https://'],
    ['', 'https://'],
    ['java\nscript:alert`1`', 'must not contain'],
    ['https://pay.example/a b', 'must not contain'],
    ['https:\\\\pay.example/', 'must not contain'],
    ['https://pay.example\\@evil.example/', 'must not contain'],
    ['https://pay.example/"onclick=', 'must not contain'],
    ['https://user:secret@pay.example/', 'user name'],
    ['https://pay.example@evil.example/', 'user name'],
    ['https://{number}.example/', 'in its host'],
    ['https://pay.example:{number}/', 'in its host'],
    ['https://{number}@pay.example/', 'in its host'],
    ['https://pay.example/?x={iban}', 'unknown placeholder {iban}'],
    ['https://pay.example/?x={Number}', 'unknown placeholder'],
    ['https://pay.example/?x={}', 'unknown placeholder'],
    ['https://pay.example/?x={{number}}', 'brace'],
    ['https://pay.example/?x={number', 'brace'],
    ['https://pay.example/?x=number}', 'brace'],
    ['https://', 'must be an address'],
    ['https:///path', 'must be an address'],
    ['https://pay.example:99999/', 'must be an address'],
    ['https://localhost/', 'domain'],
  ])('is rejected: %s', (template, why) => {
    expect(paymentLinkError(template)).toContain(why);
  });

  it('encodes each value, so that it cannot leave its place', () => {
    const values = { number: `A/1&amount=0#?"<'`, amount: '1199.88', currency: 'EUR', reference: 'RF18 é(*)!\ud800' };
    const url = paymentUrl('https://pay.example/{number}?a={amount}&c={currency}&r={reference}&again={amount}', values);
    expect(url).toBe(
      'https://pay.example/A%2F1%26amount%3D0%23%3F%22%3C%27?a=1199.88&c=EUR&r=RF18%20%C3%A9%28%2A%29%21%EF%BF%BD&again=1199.88',
    );
    expect(new URL(url).searchParams.get('a')).toBe('1199.88');
    expect(new URL(url).pathname.slice(1)).toBe('A%2F1%26amount%3D0%23%3F%22%3C%27');
  });

  it('takes a value that looks like a placeholder literally', () => {
    const values = { number: '{amount}', amount: '1', currency: 'EUR', reference: '' };
    expect(paymentUrl('https://pay.example/?n={number}', values)).toBe('https://pay.example/?n=%7Bamount%7D');
  });

  it('is encoded in a path as well, where dots are segments', () => {
    const values = { number: '..', amount: '1', currency: 'EUR', reference: '' };
    expect(new URL(paymentUrl('https://pay.example/a/b-{number}', values)).pathname).toBe('/a/b-..');
  });
});

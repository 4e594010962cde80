import { domainToUnicode } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { asciiEmail, EMAIL_PATTERN, emailError, emailSpellings, normalEmail } from './email-address.js';

const FORM = 'must be an email address, like name@example.com';

describe('an email address', () => {
  it.each([
    'name@example.com',
    'r&d@firm.example',
    'sales/eu@firm.example',
    "!#$%&'*+-/=?^_`{|}~@firm.example",
    'a.b.c@firm.example',
    'office@müller.example',
    'office@xn--mller-kva.example',
    'post@пример.рф',
    'office@xn--e1afmkfd.xn--p1ai',
    'office@例子.中国',
    'office@straße.example',
    'office@1und1.example',
    `${'a'.repeat(64)}@firm.example`,
    `a@${'b'.repeat(63)}.example`,
  ])('is accepted: %s', (address) => {
    expect(emailError(address)).toBeUndefined();
    expect(address).toMatch(EMAIL_PATTERN);
  });

  it.each([
    ['no @', 'name', FORM],
    ['nothing before the @', '@firm.example', FORM],
    ['nothing after the @', 'name@', FORM],
    ['one label', 'name@localhost', FORM],
    ['an IP address', 'name@192.0.2.1', FORM],
    ['a number that is an IP address', 'name@0x7f.1', FORM],
    ['a domain literal', 'name@[192.0.2.1]', FORM],
    ['a quoted local part', '"john doe"@firm.example', FORM],
    ['a dot first', '.name@firm.example', FORM],
    ['two dots', 'na..me@firm.example', FORM],
    ['a dot last', 'name.@firm.example', FORM],
    ['a final dot of the domain', 'name@firm.example.', FORM],
    ['a space', 'na me@firm.example', FORM],
    ['a line break in the domain', 'name@fi\nrm.example', FORM],
    ['a tab in the domain', 'name@fi\trm.example', FORM],
    ['a path', 'name@firm.example/x', FORM],
    ['a port', 'name@firm.example:25', FORM],
    ['two @', 'a@b@firm.example', FORM],
    ['an escaped character', 'name@f%69rm.example', FORM],
    ['a label that begins with a hyphen', 'name@-firm.example', FORM],
    ['an underscore in the domain', 'name@my_firm.example', FORM],
    ['a label of 64 characters', `a@${'b'.repeat(64)}.example`, FORM],
    ['punycode that is none', 'name@xn--a.example', FORM],
    ['punycode of plain letters', 'name@xn--abc-.example', FORM],
    ['punycode of another form of its text', 'name@xn--mller-2pa.example', FORM],
    ['a wide dot', 'name@firm。example', FORM],
    ['an umlaut before the @', 'müller@firm.example', /^must have only unaccented letters.*SMTPUTF8/],
    ['65 characters before the @', `${'a'.repeat(65)}@firm.example`, 'must have at most 64 characters before the @'],
    ['more than 254 characters', `${'a'.repeat(60)}@${'b.'.repeat(97)}example`, 'must have at most 254 characters'],
  ])('is rejected with %s', (_, address, error) => {
    expect(emailError(address)).toEqual(error instanceof RegExp ? expect.stringMatching(error) : error);
  });

  it.each([
    ['Name@Firm.Example', 'Name@Firm.Example', 'Name@firm.example'],
    ['office@MÜLLER.example', 'office@müller.example', 'office@xn--mller-kva.example'],
    ['office@mu\u0308ller.example', 'office@müller.example', 'office@xn--mller-kva.example'],
    ['office@XN--MLLER-KVA.example', 'office@müller.example', 'office@xn--mller-kva.example'],
    ['office@xn--e1afmkfd.xn--p1ai', 'office@пример.рф', 'office@xn--e1afmkfd.xn--p1ai'],
    ['no address', 'no address', 'no address'],
  ])('%s is stored as %s and sent as %s', (given, stored, sent) => {
    expect(normalEmail(given)).toBe(stored);
    expect(normalEmail(stored)).toBe(stored);
    expect(asciiEmail(given)).toBe(sent);
    expect(asciiEmail(stored)).toBe(sent);
  });

  it('is found in both spellings', () => {
    expect(emailSpellings('office@müller.example')).toEqual(emailSpellings('office@xn--mller-kva.example'));
    expect(emailSpellings('a@b.example')).toEqual(['a@b.example', 'a@b.example']);
  });

  it.each(['bücher', 'παράδειγμα', 'пример', '例え', '실례', 'דוגמה', 'उदाहरण', 'ไทย', 'faß', 'áé-íó', '💩', 'المثال'])(
    'reads punycode as Node does: %s',
    (label) => {
      const ascii = asciiEmail(`a@${label}.example`);
      expect(ascii).toMatch(/^a@xn--[a-z0-9-]+\.example$/);
      expect(normalEmail(ascii)).toBe(`a@${domainToUnicode(ascii.slice(2))}`);
      expect(normalEmail(ascii)).toBe(`a@${label}.example`);
    },
  );
});

import { describe, expect, it } from '@jest/globals';
import { LONGEST_PASSWORD, passwordError } from './password.js';

const NAMES = ['ines.carvalho@acme.example', 'Inês Carvalho', 'Acme Works'];

describe('a new password', () => {
  it.each([
    'correct horse battery staple',
    'four words at random',
    'tangerine-9-otter',
    'dhfgyrjskwql',
    '8391-2203-8847',
    'my password is a long sentence',
    'ines.carvalho likes tangerines',
    'été à la plage, 1998',
    '鍵を開ける秘密の言葉は長いです',
    'x7'.padEnd(LONGEST_PASSWORD, 'qwrtzpl'),
  ])('accepts %s', (password) => {
    expect(passwordError(password, NAMES)).toBeUndefined();
  });

  it.each([
    ['', 'password_too_short'],
    ['elevenchars', 'password_too_short'],
    ['x7'.padEnd(LONGEST_PASSWORD + 1, 'qwrtzpl'), 'password_too_long'],
    ['passwordpassword', 'password_common'],
    ['Password123!', 'password_common'],
    ['P@ssw0rd2026', 'password_common'],
    ['!!Welcome2026!!', 'password_common'],
    ['Summer-2026-Summer', 'password_common'],
    ['motdepasse123', 'password_common'],
    ['iloveyou1234', 'password_common'],
    ['letmeinletmein', 'password_common'],
    ['Billhook2026', 'password_common'],
    ['aaaaaaaaaaaa', 'password_common'],
    ['abcabcabcabc', 'password_common'],
    ['x9Kq2!x9Kq2!', 'password_common'],
    ['123456789012', 'password_common'],
    ['qwertyuiopas', 'password_common'],
    ['azertyuiop12', 'password_common'],
    ['1q2w3e4r5t6y', 'password_common'],
    ['!1qaz2wsx3edc', 'password_common'],
    ['ines.carvalho@acme.example', 'password_personal'],
    ['Ines.Carvalho2026', 'password_personal'],
    ['acme.example', 'password_personal'],
    ['AcmeWorks2026!', 'password_personal'],
    ['carvalhocarvalho', 'password_personal'],
  ])('rejects %s: %s', (password, code) => {
    expect(passwordError(password, NAMES)?.code).toBe(code);
  });

  it('is checked quickly, whatever it is', () => {
    // A regular expression over the same words takes seconds for the first of these passwords.
    const start = performance.now();
    for (const unit of ['password', 'passwordpass', 'a', 'ab', 'ines.carvalho']) {
      passwordError(`${unit.repeat(200).slice(0, LONGEST_PASSWORD - 1)}é`, NAMES);
    }
    expect(performance.now() - start).toBeLessThan(500);
  });
});

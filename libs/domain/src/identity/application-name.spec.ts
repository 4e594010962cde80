import { describe, expect, it } from '@jest/globals';
import { applicationNameError, isReservedName, RESERVED_NAME, unregisteredError } from './application-name.js';

describe('isReservedName', () => {
  it.each([
    'Billhook command line',
    'billhook COMMAND line',
    ' Billhook\u00a0 command\u2003line ',
    'Billhook-command_line.',
    'BiIIhook command Iine',
    'Bi11hook c0mmand line',
    'Вillhооk соmmаnd line',
    'Ｂｉｌｌｈｏｏｋ ｃｏｍｍａｎｄ ｌｉｎｅ',
    'Bíllhöök commånd line',
    'Bill\u200bhook command\u2060 line',
    'API reference',
    'ΑPI rеference',
    'Billhook',
  ])('is true for %j', (name) => {
    expect(isReservedName(name)).toBe(true);
  });

  it.each(['Acme Sync', 'Acme for Billhook', 'Command line', 'API', '日本', 'Reference', ''])(
    'is false for %j',
    (name) => {
      expect(isReservedName(name)).toBe(false);
    },
  );
});

describe('applicationNameError', () => {
  it.each<[string, string | undefined]>([
    ['Acme Sync', undefined],
    ['Acme\u202egnp', 'must not contain U+202E (a change of direction), which is character 5'],
    ['Acme\nEvil', 'must not contain U+000A (a line break), which is character 5'],
    ['Acme\ufff9', 'must not contain U+FFF9 (an annotation mark), which is character 5'],
    ['\u200b', 'must contain a visible character'],
    ['Billhook command line', RESERVED_NAME],
  ])('of %j', (name, error) => {
    expect(applicationNameError(name)).toBe(error);
  });
});

describe('unregisteredError', () => {
  const URI = 'https://app.example.com/callback';

  it.each<[string | undefined, readonly string[], string | undefined]>([
    ['Acme', [URI, 'http://localhost/cb'], undefined],
    [undefined, [], undefined],
    [' ', [URI], undefined],
    ['Acme', [URI, 'http://evil.example/cb'], 'redirect_uris/1 must begin with https://'],
    ['Acme', ['com.evil:/cb'], 'redirect_uris/0 must begin with https://'],
    ['Acme', ['https://a.example/*'], 'redirect_uris/0 must be a complete URL'],
    ['Acme\u202e', [URI], 'client_name must not contain U+202E'],
    [`Acme ${'\u0301'.repeat(60)}`, [URI], 'client_name must not have 10 accents or more'],
    // Cut to its first 80 characters, it would read like the command line.
    [`Billhook command line${' '.repeat(70)}x`, [URI], 'client_name must not be the name of Billhook'],
  ])('of %j with %j', (name, uris, error) => {
    if (error === undefined) expect(unregisteredError(name, uris)).toBeUndefined();
    else expect(unregisteredError(name, uris)).toContain(error);
  });
});

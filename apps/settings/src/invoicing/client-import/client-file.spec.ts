import { IMPORT_FIELDS } from '@billhook/contract/installation/import-fields';
import { describe, expect, it } from '@jest/globals';
import {
  decodeFile,
  delimiterOf,
  encodingOf,
  previewOf,
  rejectedFile,
  rejectedLines,
  sentBytes,
} from './client-file.js';
import { CLIENT_FIELDS } from './client-import-fields.js';
import { guessColumns } from './guess-columns.js';

describe('a file of clients', () => {
  it.each([
    ['utf-8', Buffer.from('Été')],
    ['utf-8', Buffer.from('\ufeffÉté')],
    ['windows-1252', Buffer.from('Été', 'latin1')],
    ['utf-16le', Buffer.from('\ufeffÉté', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffÉté', 'utf16le').swap16()],
  ] as const)('in %s is decoded without its byte order mark', (encoding, bytes) => {
    expect(encodingOf(bytes)).toBe(encoding);
    expect(decodeFile(bytes, encoding)).toBe('Été');
  });

  it.each([
    ['a,b;c,d', 'comma'],
    ['a;b;c,d', 'semicolon'],
    ['a\tb', 'tab'],
    ['a', 'comma'],
  ])('%j is separated by %j', (line, delimiter) => {
    expect(delimiterOf(`${line}\n;;;;;;`)).toBe(delimiter);
  });

  it('shows its headers and five rows', () => {
    const { headers, rows } = previewOf(`a;;"c\n1"\r\n;;\r\n${'x;y;z\n'.repeat(9)}`, 'semicolon');
    expect([headers, rows.length, rows[0]]).toEqual([['a', 'column 2', 'c\n1'], 5, ['x', 'y', 'z']]);
  });

  it('is measured as the text in JSON that is sent', () => {
    expect(sentBytes('é;"a"\n')).toBe(2 + 2 + 1 + 5 + 2);
  });

  it('has its rejected rows in another file, with the reasons', () => {
    const how = { reason: 'Reason', words: ({ message }: { message: string }) => message };
    const line = (more: object) => JSON.stringify({ row: 1, id: null, ...more });
    const results = [
      line({ result: 'Created' }),
      line({
        result: 'Rejected',
        problem: {
          code: 'invalid_body',
          detail: '',
          errors: [{ column: 'Nom', code: 'required', message: 'is required' }],
        },
        values: { Nom: '', Note: 'a;"b"' },
      }),
      line({ result: 'Rejected', problem: { code: 'row_unreadable', detail: 'A quote.' }, values: '"x' }),
    ];
    expect(rejectedFile(rejectedLines(results.join('\n')), ['Nom', 'Note'], 'semicolon', how)).toBe(
      '\ufeffNom;Note;Reason\r\n;"a;""b""";Nom: is required\r\n"""x";;A quote.\r\n',
    );
  });
});

describe('the columns', () => {
  it('can be all members that the API accepts, apart from custom fields', () => {
    expect([...CLIENT_FIELDS].sort()).toEqual([...IMPORT_FIELDS.clients.keys()].sort());
  });

  it('are guessed from headers in English and French, each member once', () => {
    const guess = (...headers: string[]) => guessColumns(headers, CLIENT_FIELDS);
    expect(guess('Company name', 'E-mail address', 'ZIP code', 'Name', 'Colour')).toEqual([
      ...['name', 'email', 'billingAddress.postalCode', '', ''],
    ]);
    expect(guess('Société', 'Téléphone', 'Numéro de TVA', 'Pays', 'billingAddress.line2')).toEqual([
      ...['name', 'phone', 'vatNumber', 'billingAddress.country', 'billingAddress.line2'],
    ]);
  });
});

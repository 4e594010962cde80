import { CreateImport } from '@billhook/contract/installation/import';
import { Problem } from '@billhook/domain/shared/problems';
import { describe, expect, it } from '@jest/globals';
import { importContent } from './import-content.rules.js';

const HEADERS = 'name;email;externalId;billingAddress.country';
const CSV = { resource: 'clients', format: 'csv', delimiter: ';', defaults: { kind: 'Business' } };
const csv = (lines: readonly string[], more: object = {}): object => ({
  ...CSV,
  content: [HEADERS, ...lines].join('\n'),
  ...more,
});

describe('the content of an import', () => {
  it.each<[string, object, string, string]>([
    ['headers alone', csv([]), '/content', 'no_rows'],
    ['blank lines alone', { ...CSV, content: '\n \n' }, '/content', 'no_rows'],
    ['rows of delimiters alone', csv([';;;', ' ; ;"";']), '/content', 'no_rows'],
    ['a header that is no member', { ...CSV, content: 'name;nmae\na;b' }, '/content', 'unknown_member'],
    ['a header twice', { ...CSV, content: 'name;name\na;b' }, '/content', 'repeated_header'],
    ['a header with an open quote', { ...CSV, content: '"name\na' }, '/content', 'unreadable'],
    ['a column that the file lacks', csv(['a'], { columns: { Name: 'name' } }), '/columns/Name', 'unknown_column'],
    ['an unknown member', csv(['a'], { columns: { name: 'nam' } }), '/columns/name', 'unknown_member'],
    [
      'two columns for a member',
      csv(['a'], { columns: { name: 'name', email: 'name' } }),
      '/columns/email',
      'repeated_member',
    ],
    ['an unknown default', csv(['a'], { defaults: { sort: 'x' } }), '/defaults/sort', 'unknown_member'],
    [
      'a mapping of JSON',
      { resource: 'clients', format: 'ndjson', content: '{}', columns: {} },
      '/columns',
      'only_of_csv',
    ],
    ['text in UTF-16', { ...CSV, content: 'n\0a\0m\0e\0' }, '/content', 'invalid_text'],
  ])('is rejected with %s', (_, body, pointer, code) => {
    let error: unknown;
    try {
      importContent(CreateImport.parse(body));
    } catch (caught) {
      error = caught;
    }
    expect(error instanceof Problem && [error.code, error.options.errors?.[0]]).toMatchObject([
      ...['invalid_body', { pointer, code }],
    ]);
  });

  it('is split into parts of whole rows', () => {
    const { parts, total, reading } = importContent(
      CreateImport.parse(
        csv(
          Array.from({ length: 450 }, (_, n) => `N${n}`),
          { columns: { name: 'name' } },
        ),
      ),
    );
    expect([total, parts.map(({ firstRow }) => firstRow)]).toEqual([450, [1, 201, 401]]);
    expect(reading).toMatchObject({ fields: ['name', null, null, null], headers: HEADERS.split(';') });
  });
});

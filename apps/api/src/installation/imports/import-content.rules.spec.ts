import { CreateImport } from '@billhook/contract/installation/import';
import { DELIMITER_NAMES } from '@billhook/domain/shared/import';
import { Problem, type FieldError } from '@billhook/domain/shared/problems';
import { readRows } from '@billhook/installation/imports/import-rows';
import type { Import } from '@billhook/installation/imports/import.entity';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { importContent } from './import-content.rules.js';

const HEADERS = 'name;email;externalId;billingAddress.country';
const CSV = { resource: 'clients', format: 'csv', delimiter: 'semicolon', defaults: { kind: 'Business' } };
const csv = (lines: readonly string[], more: object = {}): object => ({
  ...CSV,
  content: [HEADERS, ...lines].join('\n'),
  ...more,
});

/** The first error of a rejected body. */
function errorOf(body: object): FieldError | undefined {
  try {
    importContent(CreateImport.parse(body));
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_body') return error.options.errors?.[0];
    throw error;
  }
  return undefined;
}

describe('the content of an import', () => {
  it.each<[string, object, string, string]>([
    ['headers alone', csv([]), '/content', 'no_rows'],
    ['blank lines alone', { ...CSV, content: '\n \n' }, '/content', 'no_rows'],
    ['rows of delimiters alone', csv([';;;', ' ; ;"";']), '/content', 'no_rows'],
    ['a column without a header', { ...CSV, content: 'name;email;\na;;' }, '/content', 'no_header'],
    [
      'long headers over many rows',
      csv(Array<string>(3_000).fill('a'), {
        content: `name;${'x'.repeat(40_000)}\n${'a\n'.repeat(3_000)}`,
        columns: { name: 'name' },
      }),
      ...(['/content', 'headers_too_long'] as const),
    ],
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
    [
      'a custom field __proto__',
      csv(['a'], { columns: { name: 'customFields.__proto__' } }),
      ...(['/columns/name', 'unknown_member'] as const),
    ],
    ['text that was not decoded', csv(['a', 'Fran\ufffdois']), '/content', 'not_utf8'],
    ['half of a surrogate pair', csv(['a\ud800']), '/content', 'invalid_text'],
    ['a row without an end', csv(['a', '', `"b${'\nc'.repeat(60_000)}`]), '/content', 'row_too_long'],
    ['an endless line of headers', { ...CSV, content: `${'a;'.repeat(26_000)}\nb` }, '/content', 'header_too_long'],
    ['201 columns', { ...CSV, content: `name${';'.repeat(200)}\nb` }, '/content', 'too_many_columns'],
  ])('is rejected with %s', (_, body, pointer, code) => {
    expect(errorOf(body)).toMatchObject({ pointer, code });
  });

  it.each<[string, object, string]>([
    ['names members', { content: 'name;email;x\na;b;c' }, 'has the header "name;email;x", which is unknown'],
    ['has quotes', { content: '"name"\t"email"\na\tb', delimiter: 'semicolon' }, '"name"\t"email"'],
    ['names columns', { content: 'Nom;Mail\na;b', columns: { Nom: 'name', Mail: 'email' } }, 'is no header'],
  ])('names the delimiter that a file has, if its line of headers %s', (_, body, message) => {
    const meant = 'delimiter' in body ? 'tab' : 'semicolon';
    expect(errorOf({ ...CSV, delimiter: undefined, ...body })).toMatchObject({
      message: expect.stringMatching(`did you mean delimiter: ${meant}`),
    });
    expect(errorOf({ ...CSV, delimiter: undefined, ...body })?.message).toContain(message);
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
    expect([total, parts.map(({ firstRow, rows }) => [firstRow, rows])]).toEqual([
      450,
      [
        [1, 200],
        [201, 200],
        [401, 50],
      ],
    ]);
    expect(reading).toMatchObject({ fields: ['name', null, null, null], headers: HEADERS.split(';') });
  });

  it('is split into parts of at most a quarter of a megabyte', () => {
    for (const more of [{}, { format: 'ndjson', delimiter: undefined, defaults: undefined }]) {
      const { parts } = importContent(CreateImport.parse(csv(Array<string>(7).fill('x'.repeat(90_000)), more)));
      // The line of headers is a row of JSON.
      expect(parts.map(({ firstRow }) => firstRow)).toEqual('format' in more ? [1, 4, 6, 8] : [1, 3, 5, 7]);
    }
  });

  it('has fewer rows in a part the longer its headers are, because results repeat them', () => {
    const content = `name;${'x'.repeat(40_000)}\n${'a\n'.repeat(50)}`;
    const { parts } = importContent(CreateImport.parse({ ...CSV, content, columns: { name: 'name' } }));
    expect(parts.map(({ firstRow }) => firstRow)).toEqual([1, 7, 13, 19, 25, 31, 37, 43, 49]);
  });

  it('may have line breaks of old Macs, also in cells', () => {
    const { reading, parts } = importContent(CreateImport.parse({ ...CSV, content: 'name;email\r"a\rb";\r\rc;\r' }));
    expect([reading.headers, parts]).toEqual([['name', 'email'], [{ firstRow: 1, rows: 2, content: '"a\nb";\n\nc;' }]]);
  });

  it('gives a column without a header a name that no other has', () => {
    const { reading } = importContent(
      CreateImport.parse({ ...CSV, content: 'column 2;;name\na;b;c', columns: { name: 'name' } }),
    );
    expect([reading.headers, reading.fields]).toEqual([
      ['column 2', '(column 2)', 'name'],
      [null, null, 'name'],
    ]);
  });

  it('has its headers in the first line that is not blank', () => {
    const { reading, parts } = importContent(
      CreateImport.parse({ ...CSV, content: ' ;;\r\n"name";email\r\n\r\n"x";\r\n' }),
    );
    expect([reading.headers, parts]).toEqual([['name', 'email'], [{ firstRow: 1, rows: 1, content: '"x";' }]]);
  });

  it('is read as the rows that were counted, whatever its cells are', () => {
    const text = fc.array(fc.constantFrom(...'";\t\n\r a\u00a0\u0001'.split(''), '\r\n', '""', ';"', '"\n'), {
      maxLength: 60,
    });
    const property = fc.property(text, fc.constantFrom(...DELIMITER_NAMES), (pieces, delimiter) => {
      const content = `name\n${pieces.join('')}\n"x"\n""\r`;
      const { reading, parts, total } = importContent(CreateImport.parse({ ...CSV, delimiter, content }));
      const rows = parts.flatMap((part) =>
        readRows({ resource: 'clients', format: 'csv', reading } as unknown as Import, part.content),
      );
      expect(rows).toHaveLength(total);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it.each(['defaults', 'columns'])('has no U+0000 in the names of %s', (member) => {
    const { success, error } = CreateImport.safeParse(csv(['a'], { [member]: { 'customFields.a\0': 'name' } }));
    expect([success, error?.issues[0]?.path]).toEqual([false, [member, 'customFields.a\0']]);
  });
});

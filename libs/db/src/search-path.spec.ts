import { describe, expect, it } from '@jest/globals';
import { pathInSql, withCell } from './search-path.js';

describe('a search path', () => {
  it.each([
    ['"$user", public', 'cell_1, "$user", public', `'cell_1', '$user', 'public'`],
    ['books,extensions', 'cell_1, books,extensions', `'cell_1', 'books', 'extensions'`],
    ['My_Books', 'cell_1, My_Books', `'cell_1', 'my_books'`],
    [`"My ""books"", it's"`, `cell_1, "My ""books"", it's"`, `'cell_1', 'My "books", it''s'`],
    ['', 'cell_1', `'cell_1'`],
    ['""', 'cell_1, ""', `'cell_1', ''`],
    ['user', 'cell_1, user', `'cell_1', 'user'`],
    ['cell_1, public', 'cell_1, public', `'cell_1', 'public'`],
    ['"cell_1",public', '"cell_1",public', `'cell_1', 'public'`],
    ['public, cell_1', 'cell_1, public, cell_1', `'cell_1', 'public', 'cell_1'`],
  ])('%s begins with the cell', (path, expected, inSql) => {
    expect(withCell(path)).toBe(expected);
    expect(pathInSql(expected)).toBe(inSql);
  });

  it.each<[path: string, schema: string | null, expected: string]>([
    ['"$user", public', 'cell_2', 'cell_2, "$user", public'],
    ['cell_1, "$user", My_Books', 'cell_2', 'cell_2, "$user", "my_books"'],
    ['cell_12,public', null, '"public"'],
    ['public', null, 'public'],
    ['cell_1', null, '""'],
    ['cell_3, cell_2', 'cell_2', 'cell_2, "cell_2"'],
  ])('%s with the cell %s', (path, schema, expected) => {
    expect(withCell(path, schema)).toBe(expected);
  });
});

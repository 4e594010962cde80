import { describe, expect, it } from '@jest/globals';
import { readAddresses, requireCells } from './place-cells.js';

describe('requireCells', () => {
  it('names the option of a cell whose server does not respond', async () => {
    const cells = [{ number: 2, schema: 'cell_2' }];
    const given = new Map([[2, 'postgresql://ada:secret@127.0.0.1:1/books']]);
    await expect(requireCells(cells, given)).rejects.toThrow(
      /^Cell 2 at 127\.0\.0\.1:1\/books cannot be used: PostgreSQL does not respond at 127\.0\.0\.1:1 \(ECONNREFUSED\)\. Check that PostgreSQL runs there, and correct the host and the port in --cell 2\.$/,
    );
  });
});

describe('readAddresses', () => {
  it('reads the address of each cell', () => {
    const given = ['2=postgresql://ada:secret@b/books', '31=postgres://c/books?sslmode=verify-full'];
    expect([...readAddresses(given)]).toEqual([
      [2, 'postgresql://ada:secret@b/books'],
      [31, 'postgres://c/books?sslmode=verify-full'],
    ]);
  });

  it.each([
    ['a character that is not encoded', '2=postgresql://ada:sec/ret@b/books'],
    ['one after which the rest is a valid address', '2=postgresql://ada:1#a@b/books'],
    ['another scheme', '2=mysql://ada:secret@b/books'],
    ['no number', 'postgresql://ada:secret@b/books'],
    ['a number that no cell has', '0=postgresql://ada:secret@b/books'],
  ])('never repeats an address with %s', (_, text) => {
    let message = '';
    try {
      readAddresses([text]);
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/--cell/);
    expect(message).not.toMatch(/sec|ret@|ada/);
  });

  it('names the cell whose address is wrong, and what to do', () => {
    expect(() => readAddresses(['2=postgresql://ada:sec/ret@b/books'])).toThrow(
      /^The address in --cell 2 must be a valid URL: percent-encode .*\.$/,
    );
  });
});

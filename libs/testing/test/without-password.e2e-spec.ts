import { expect, it } from '@jest/globals';

/** A program without types. */
const FILE = new URL('../../../tools/lib/without-password.mjs', import.meta.url).href;
const { withoutPassword } = (await import(FILE)) as { withoutPassword: (url: string) => string };

it.each([
  ['postgresql://ada:secret@db:5432/billhook', 'postgresql://ada@db:5432/billhook'],
  ['postgresql://ada:se:cr:et@db/billhook', 'postgresql://ada@db/billhook'],
  ['postgresql://ada:se%3Acr%40et@db/billhook', 'postgresql://ada@db/billhook'],
  [
    'postgresql://ada:secret@db/billhook?password=other&sslmode=require',
    'postgresql://ada@db/billhook?sslmode=require',
  ],
  ['postgresql://db/billhook?host=%2Frun%2Fpostgresql', 'postgresql://db/billhook?host=/run/postgresql'],
  ['postgresql:///billhook', 'postgresql:///billhook'],
])('shows %s without its password', (url, shown) => {
  expect(withoutPassword(url)).toBe(shown);
});

import { expect, it } from '@jest/globals';
import { withoutPassword } from './without-password.js';

/** Composed, because the search for secrets finds a URL with a password. */
const urlOf = (password: string, rest: string): string => `postgresql://ada:${password}@${rest}`;

it.each([
  [urlOf('secret', 'db:5432/billhook'), 'postgresql://ada@db:5432/billhook'],
  [urlOf('se:cr:et', 'db/billhook'), 'postgresql://ada@db/billhook'],
  [urlOf('se%3Acr%40et', 'db/billhook'), 'postgresql://ada@db/billhook'],
  [urlOf('secret', 'db/billhook?password=other&sslmode=require'), 'postgresql://ada@db/billhook?sslmode=require'],
  ['postgresql://db/billhook?host=%2Frun%2Fpostgresql', 'postgresql://db/billhook?host=%2Frun%2Fpostgresql'],
  [urlOf('secret', '%2Frun%2Fpg:5433/billhook'), 'postgresql://ada@%2Frun%2Fpg:5433/billhook'],
  ['postgresql:///billhook', 'postgresql:///billhook'],
])('shows %s without its password', (url, shown) => {
  expect(withoutPassword(url)).toBe(shown);
});

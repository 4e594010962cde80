import { expect, it } from '@jest/globals';
import { splitAddress } from './split-address.js';

it.each([
  ['FR', '8 rue des Tilleuls, 59000 Lille', '8 rue des Tilleuls', '59000', 'Lille'],
  ['FR', 'Bât. B, 12 rue X\n59000 Villeneuve-d’Ascq', 'Bât. B, 12 rue X', '59000', 'Villeneuve-d’Ascq'],
  ['BE', 'Rue de la Loi 16, 1310 LA HULPE', 'Rue de la Loi 16', '1310', 'LA HULPE'],
  ['DE', 'Kai 1; D-20457 Hamburg', 'Kai 1', '20457', 'Hamburg'],
  ['NL', 'Damrak 1, 1012 LG Amsterdam', 'Damrak 1', '1012 LG', 'Amsterdam'],
  ['PL', 'ul. Prosta 5, 00-950 Warszawa', 'ul. Prosta 5', '00-950', 'Warszawa'],
  ['PT', 'Rua Augusta 2, 1100-053 Lisboa', 'Rua Augusta 2', '1100-053', 'Lisboa'],
  ['SE', 'Storgatan 3, 111 22 Stockholm', 'Storgatan 3', '111 22', 'Stockholm'],
  ['GB', '10 Downing Street, London SW1A 2AA', '10 Downing Street', 'SW1A 2AA', 'London'],
  ['', 'Bahnhofstrasse 1, 8001 Zürich', 'Bahnhofstrasse 1', '8001', 'Zürich'],
])('in %s, %s has three parts', (country, text, line1, postalCode, city) => {
  expect(splitAddress(text, country)).toEqual({ line1, postalCode, city });
});

it.each([
  ['FR', '8 rue des Tilleuls'],
  ['FR', '8 rue des Tilleuls, Lille'],
  ['FR', '8 rue des Tilleuls, 59000 Lille, Belgique'],
  ['FR', '59000 Lille'],
  ['PL', 'ul. Prosta 5, 00950 Warszawa'],
  ['US', '1 Main Street, Springfield, IL 62701'],
  ['FR', ''],
])('in %s, %s stays as it is', (country, text) => {
  expect(splitAddress(text, country)).toBeUndefined();
});

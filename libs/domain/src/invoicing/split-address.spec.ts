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
  ['GB', '10 Downing Street\nLondon\nSW1A 2AA', '10 Downing Street', 'SW1A 2AA', 'London'],
  ['GB', 'Flat 2\r\n10 Downing Street \r\nLondon SW1A 2AA', 'Flat 2, 10 Downing Street', 'SW1A 2AA', 'London'],
  ['CH', 'Bahnhofstrasse 1, 8001 Zürich', 'Bahnhofstrasse 1', '8001', 'Zürich'],
  ['LT', 'Gedimino pr. 9, LT-01103 Vilnius', 'Gedimino pr. 9', '01103', 'Vilnius'],
  ['LV', 'Brīvības iela 1, LV-1010 Rīga', 'Brīvības iela 1', 'LV-1010', 'Rīga'],
  [
    'FR',
    ` \n8 rue des Tilleuls${' '.repeat(200)}\n\n${' '.repeat(200)}59000 Lille`,
    '8 rue des Tilleuls',
    '59000',
    'Lille',
  ],
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
  ['FR', 'ZI Nord, 1200 Route de Lyon'],
  ['FR', 'Résidence Les Pins, 1250 Chemin des Vignes'],
  ['ES', 'Apartado 5, 1250 Calle Mayor'],
  ['LV', 'Brīvības iela 1, 1010 Rīga'],
  ['GB', 'Unit 4, 1200 Bath Road'],
  ['IE', 'Unit 4, 1200 Bath Road'],
  ['', 'Unit 4, 1200 Bath Road'],
  ['', 'ZI Nord, 1200 Route de Lyon'],
  ['', 'Bahnhofstrasse 1, 8001 Zürich'],
])('in %s, %s stays as it is', (country, text) => {
  expect(splitAddress(text, country)).toBeUndefined();
});

it('leaves a text over 500 characters as it is', () => {
  const street = `8 rue des Tilleuls, bâtiment ${'B'.repeat(480)}`;
  expect(splitAddress(`${street}, 59000 Lille`, 'FR')).toBeUndefined();
});

import { expect, it } from '@jest/globals';
import { addedError } from './added-error.js';

it.each([
  [502, 'Responded with 502', null],
  [302, 'Responded with 302, a redirect to https://a.example/; redirects are not followed', 'as it is'],
  [200, 'The response took longer than 15 s', 'as it is'],
  [null, 'The host name is not known to DNS', 'as it is'],
  [204, null, null],
])('beside HTTP %s, the error %j is shown as %j', (status, error, shown) => {
  expect(addedError(status, error)).toBe(shown === null ? null : error);
});

import { expect, it } from '@jest/globals';
import { addedError } from './added-error.js';

it.each([
  [502, 'Responded with 502', 'Status', null],
  [302, 'Responded with 302, a redirect to /; redirects are not followed', 'Redirect', 'HTTP 302, a redirect to /'],
  [200, 'No complete response within 15 s', 'Timeout', 'No complete response within 15 s'],
  [null, 'The connection was refused', 'Refused', 'Connection refused'],
  [204, null, null, null],
] as const)('beside HTTP %s, the error %j of the kind %s is shown as %j', (responseStatus, error, errorKind, shown) => {
  expect(addedError({ responseStatus, error, errorKind })?.en ?? null).toBe(shown);
});

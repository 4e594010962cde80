import { describe, expect, it } from '@jest/globals';
import { serverResponse } from './server-response.js';

describe('serverResponse', () => {
  it('joins several lines', () => {
    expect(serverResponse('550-5.1.1 No such user\r\n550 5.1.1 \u0000see help\ud800')).toBe(
      '550-5.1.1 No such user 550 5.1.1 see help',
    );
  });

  it('shortens long responses', () => {
    expect(serverResponse('x'.repeat(500))).toHaveLength(500);
    expect(serverResponse('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`);
  });
});

import { describe, expect, it } from '@jest/globals';
import { replyWords } from './reply-words.js';

describe('replyWords', () => {
  it('makes one line of several', () => {
    expect(replyWords('550-5.1.1 No such user\r\n550 5.1.1 \u0000see help\ud800')).toBe(
      '550-5.1.1 No such user 550 5.1.1 see help',
    );
  });

  it('cuts what is too long', () => {
    expect(replyWords('x'.repeat(500))).toHaveLength(500);
    expect(replyWords('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`);
  });
});

import { describe, expect, it } from '@jest/globals';
import { RecentTexts } from './recent-texts.js';

const one = () => 1;

describe('RecentTexts', () => {
  it('drops the texts that were not used for longest, and keeps no text that is too heavy', () => {
    const texts = new RecentTexts<number>(4);
    const found = (...names: string[]) => names.map((name) => texts.get(name, one));
    texts.set('heavy', 0, 3);
    expect(found('heavy')).toEqual([undefined]);
    for (const [n, name] of ['a', 'b', 'c', 'd'].entries()) texts.set(name, n, 1);
    expect(found('c', 'd', 'a')).toEqual([2, 3, 0]);
    // `a` was used again and opened a new half: `b` is gone.
    expect(found('b', 'c', 'a')).toEqual([undefined, 2, 0]);
  });
});

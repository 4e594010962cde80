import { beforeEach, describe, expect, it } from '@jest/globals';
import { forgetKeptInput, inputPlace } from './kept-input.js';

/** Like that of browsers: names are own properties. */
function storage(): Storage {
  const kept: Record<string, string> = {};
  return Object.defineProperties(kept, {
    getItem: { value: (name: string) => kept[name] ?? null },
    setItem: { value: (name: string, value: string) => (kept[name] = value) },
    removeItem: { value: (name: string) => delete kept[name] },
  }) as unknown as Storage;
}

beforeEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage(), configurable: true });
});

describe('the input of a form', () => {
  it('is restored only for the same member in the same form', () => {
    inputPlace(1, 'client:7@2').write({ name: 'Lumen' });
    expect(inputPlace(1, 'client:7@2').read()).toEqual({ name: 'Lumen' });
    expect(inputPlace(2, 'client:7@2').read()).toBeUndefined();
    expect(inputPlace(1, 'client:7@3').read()).toBeUndefined();
  });

  it('is deleted once it is saved', () => {
    const place = inputPlace(1, 'client:new');
    place.write({ name: 'Lumen' });
    place.write(undefined);
    expect(place.read()).toBeUndefined();
  });

  it('is deleted with the session, and a form that closes does not write it again', () => {
    const [open, other] = [inputPlace(1, 'client:new'), inputPlace(1, 'invoice:new:')];
    open.write({ name: 'Lumen' });
    sessionStorage.setItem('of-something-else', 'stays');
    forgetKeptInput();
    open.write({ name: 'Lumen' });
    expect([open.read(), other.read()]).toEqual([undefined, undefined]);
    expect(sessionStorage.getItem('of-something-else')).toBe('stays');
    inputPlace(1, 'client:new').write({ name: 'Next' });
    expect(inputPlace(1, 'client:new').read()).toEqual({ name: 'Next' });
  });

  it('is not stored without storage', () => {
    Object.defineProperty(globalThis, 'sessionStorage', {
      get: () => {
        throw new Error('switched off');
      },
    });
    const place = inputPlace(1, 'client:new');
    place.write({ name: 'Lumen' });
    expect(place.read()).toBeUndefined();
    expect(forgetKeptInput).not.toThrow();
  });
});

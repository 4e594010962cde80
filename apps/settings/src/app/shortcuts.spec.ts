import { describe, expect, it } from '@jest/globals';
import { KeySequence, SHORTCUTS, shortcutsFor } from './shortcuts.js';

const press = (keys: string, pauseMs = 100, shortcuts = SHORTCUTS as Parameters<KeySequence['press']>[2]) => {
  const sequence = new KeySequence();
  return [...keys].map((key, index) => sequence.press(key, 10_000 + index * pauseMs, shortcuts)?.to);
};

describe('shortcuts', () => {
  it('are two keys, one after the other', () => {
    expect(press('gi')).toEqual([undefined, '/invoices']);
    expect(press('np')).toEqual([undefined, '/payments/new']);
  });

  it('begin again with a key that completes none', () => {
    expect(press('xgi')).toEqual([undefined, undefined, '/invoices']);
    expect(press('ggi')).toEqual([undefined, undefined, '/invoices']);
    expect(press('gni')).toEqual([undefined, undefined, '/invoices/new']);
    expect(press('gxi')).toEqual([undefined, undefined, undefined]);
  });

  it('are forgotten after a pause, and after their use', () => {
    expect(press('gi', 2_000)).toEqual([undefined, undefined]);
    expect(press('gii')).toEqual([undefined, '/invoices', undefined]);
  });

  it('are different, none is the beginning of another one, and a member has those that the permissions allow', () => {
    const keys = SHORTCUTS.map((shortcut) => shortcut.keys);
    expect(keys.filter((one) => keys.some((other) => other !== one && other.startsWith(one)))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(press('ni', 100, shortcutsFor(['invoice.read']))).toEqual([undefined, undefined]);
    expect(press('gi', 100, shortcutsFor(['invoice.read']))).toEqual([undefined, '/invoices']);
  });
});

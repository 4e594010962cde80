import { describe, expect, it } from '@jest/globals';
import { conflictRows } from './conflict-rows.js';

const base = { name: 'Lumen', phone: null, notes: null, contacts: [], version: 1 };
const isShown = (name: string) => name !== 'version';

describe('two versions of a record', () => {
  it('differ in what this person changed, and in what only the others changed', () => {
    const theirs = { ...base, phone: '+33 2', notes: 'Calls back', version: 2 };
    expect(conflictRows({ base, mine: { phone: '+33 1' }, theirs }, isShown)).toEqual([
      { name: 'phone', mine: { value: '+33 1' }, theirs: '+33 2' },
      { name: 'notes', theirs: 'Calls back' },
    ]);
  });

  it('do not differ in what both changed to the same, or in two forms of no value', () => {
    const theirs = { ...base, phone: '+33 1', notes: '', version: 2 };
    expect(conflictRows({ base, mine: { phone: '+33 1', notes: null }, theirs }, isShown)).toEqual([]);
  });

  it('differ in lists by their content, also if a value was removed', () => {
    const theirs = { ...base, contacts: [{ name: 'Ana' }], name: undefined };
    expect(conflictRows({ base, mine: { contacts: [{ name: 'Eva' }] }, theirs }, isShown)).toEqual([
      { name: 'contacts', mine: { value: [{ name: 'Eva' }] }, theirs: [{ name: 'Ana' }] },
      { name: 'name', theirs: undefined },
    ]);
  });
});

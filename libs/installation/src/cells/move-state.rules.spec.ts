import { describe, expect, it } from '@jest/globals';
import { moveState, type MoveFacts, type MoveState } from './move-state.rules.js';

const FACTS: MoveFacts = {
  isAtTarget: false,
  source: { hasSchema: true, hasOldSchema: false, hasSlot: true },
  target: { hasSubscription: true },
  hasSameTables: true,
};

describe('what an interrupted move has left', () => {
  it.each<[string, Partial<MoveFacts>, MoveState]>([
    ['everything', {}, 'copying'],
    ['no slot', { source: { hasSchema: true, hasOldSchema: false, hasSlot: false } }, 'broken'],
    ['no subscription', { target: { hasSubscription: false } }, 'broken'],
    ['a table that one server lacks', { hasSameTables: false }, 'broken'],
    ['a schema with its new name', { source: { hasSchema: false, hasOldSchema: true, hasSlot: true } }, 'between'],
    ['the same without a slot', { source: { hasSchema: false, hasOldSchema: true, hasSlot: false } }, 'between'],
    ['neither schema nor slot', { source: { hasSchema: false, hasOldSchema: false, hasSlot: false } }, 'lost'],
    [
      'no schema, and so other tables',
      { source: { hasSchema: false, hasOldSchema: false, hasSlot: true }, hasSameTables: false },
      'lost',
    ],
    ['no schema', { source: { hasSchema: false, hasOldSchema: false, hasSlot: true } }, 'copying'],
    ['programs at the target', { isAtTarget: true }, 'moved'],
    [
      'programs at the target, and no schema here',
      { isAtTarget: true, source: { hasSchema: false, hasOldSchema: true, hasSlot: true } },
      'moved',
    ],
  ])('%s', (_, facts, state) => {
    expect(moveState({ ...FACTS, ...facts })).toBe(state);
  });
});

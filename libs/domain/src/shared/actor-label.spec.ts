import { describe, expect, it } from '@jest/globals';
import { actorLabel, actorOfLabel, LABELLED_ACTOR_KINDS, type LabelledActor } from './actor-label.js';

/** Every form that is stored, with its parts. A released form must never change: rows contain it. */
const FORMS: readonly (readonly [string, LabelledActor])[] = [
  ['member ada@example.com', { kind: 'member', name: 'ada@example.com' }],
  ['key bhk_3kTn9Qa1', { kind: 'key', name: 'bhk_3kTn9Qa1' }],
  ['application Ledger Sync', { kind: 'application', name: 'Ledger Sync' }],
  ['application key bhk_3kTn9Qa1', { kind: 'application', name: 'key bhk_3kTn9Qa1' }],
  ['application system', { kind: 'application', name: 'system' }],
  ['portal of ada@example.com', { kind: 'portal', name: 'ada@example.com' }],
  ['client', { kind: 'client', name: null }],
  ['viewing link', { kind: 'viewing_link', name: null }],
  ['leak report', { kind: 'leak_report', name: null }],
  ['leak report from 203.0.113.7', { kind: 'leak_report', name: '203.0.113.7' }],
  ['system', { kind: 'system', name: null }],
];

describe('the stored text of an actor', () => {
  it.each(FORMS)('%s has its parts', (label, actor) => {
    expect(actorOfLabel(label)).toEqual(actor);
  });

  it.each(FORMS)('%s is what is written', (label, { kind, name }) => {
    const write = actorLabel as (kind: string, name?: string) => string;
    expect(write(kind, name ?? undefined)).toBe(label);
  });

  it.each(['', 'Camille Roux', 'members', 'System', 'clients', 'key'])(
    '%p is the name of an unknown actor',
    (label) => {
      expect(actorOfLabel(label)).toEqual({ kind: 'unknown', name: label });
    },
  );

  it('covers every kind', () => {
    const kinds = [...FORMS.map(([, { kind }]) => kind), 'unknown'];
    expect([...new Set(kinds)].sort()).toEqual([...LABELLED_ACTOR_KINDS].sort());
  });
});

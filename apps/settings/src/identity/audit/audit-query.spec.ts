import { AUDIT_ACTIONS } from '@billhook/domain/identity/audit';
import { describe, expect, it } from '@jest/globals';
import { en } from '../../shared/texts/audit.en.js';
import { fr } from '../../shared/texts/audit.fr.js';
import { actionsOf, auditQuery, exportPath } from './audit-query.js';
import { AUDIT_GROUPS } from './audit-search.js';

describe('actionsOf', () => {
  it('has every action in one group', () => {
    const grouped = AUDIT_GROUPS.flatMap(actionsOf);
    expect(grouped.toSorted()).toEqual(AUDIT_ACTIONS.toSorted());
  });
});

describe('auditQuery', () => {
  it('is empty without filters', () => {
    expect(auditQuery({})).toBe('');
  });

  it('contains each action of a group, and the other filters', () => {
    expect(auditQuery({ group: 'audit', memberId: 7, target: 'bhk_3kTn9Qa1', q: 'ada' }, { limit: 25 })).toBe(
      'action=audit_log.exported&memberId=7&target=bhk_3kTn9Qa1&q=ada&limit=25',
    );
  });

  it('covers a day from start to end, by the clock of the reader', () => {
    const query = new URLSearchParams(auditQuery({ from: '2026-03-29', to: '2026-03-29' }));
    const [since, until] = ['since', 'until'].map((name) => new Date(query.get(name) ?? ''));
    expect(since).toEqual(new Date(2026, 2, 29));
    expect(until).toEqual(new Date(2026, 2, 30));
  });

  it('leaves out a search that is too short', () => {
    expect(auditQuery({ q: 'a' })).toBe('');
  });
});

describe('exportPath', () => {
  it('contains the filters', () => {
    expect(exportPath({ keyId: 3 }, 'csv')).toBe('/app/audit-log/export?keyId=3&format=csv');
  });
});

describe('the texts of the audit log', () => {
  it.each(AUDIT_ACTIONS)('contain %s in both languages', (action) => {
    const [subject = '', verb = ''] = action.split('.');
    for (const { actions } of [en, fr]) {
      const words: Readonly<Record<string, Readonly<Record<string, string>>>> = actions;
      expect(words[subject]?.[verb]).toMatch(/\S/);
    }
  });
});

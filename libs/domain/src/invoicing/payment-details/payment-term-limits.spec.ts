import { describe, expect, it } from '@jest/globals';
import { longTerm } from './payment-term-limits.js';

describe('payment terms beyond the limit of the law', () => {
  it.each<[string | undefined, 'Business' | 'Individual' | 'Public', string, string | null, string | undefined]>([
    ['DE', 'Business', '2026-11-21', '2027-01-20', undefined],
    ['DE', 'Business', '2026-11-21', '2027-01-21', '2027-01-20'],
    ['ES', 'Business', '2026-11-21', '2027-01-21', '2027-01-20'],
    ['IT', 'Business', '2026-11-21', '2027-01-21', '2027-01-20'],
    ['PL', 'Business', '2026-11-21', '2027-01-21', '2027-01-20'],
    ['BE', 'Business', '2026-11-21', '2027-01-21', '2027-01-20'],
    // A member state without a row of its law.
    ['NL', 'Business', '2026-11-21', '2027-01-21', '2027-01-20'],
    // 60 days are later than 45 days and the end of the month.
    ['FR', 'Business', '2026-01-20', '2026-03-21', undefined],
    // 45 days from 15 January are 1 March: the end of that month is allowed.
    ['FR', 'Business', '2026-01-15', '2026-03-31', undefined],
    ['FR', 'Business', '2026-01-15', '2026-04-01', '2026-03-31'],
    // The end of January and 45 days are 17 March.
    ['FR', 'Business', '2026-01-01', '2026-03-17', undefined],
    ['FR', 'Business', '2026-01-01', '2026-03-18', '2026-03-17'],
    ['FR', 'Business', '2026-11-21', '2027-03-21', '2027-01-31'],
    ['FR', 'Public', '2026-11-21', '2026-12-21', undefined],
    ['FR', 'Public', '2026-11-21', '2026-12-22', '2026-12-21'],
    ['DE', 'Public', '2026-11-21', '2026-12-22', '2026-12-21'],
    ['FR', 'Individual', '2026-11-21', '2028-01-01', undefined],
    ['CH', 'Business', '2026-11-21', '2028-01-01', undefined],
    ['US', 'Public', '2026-11-21', '2028-01-01', undefined],
    [undefined, 'Business', '2026-11-21', '2028-01-01', undefined],
    ['FR', 'Business', '2026-11-21', null, undefined],
  ])('%s, %s: issued %s, due %s', (country, kind, issueDate, dueDate, latest) => {
    expect(longTerm(country, kind, { issueDate, dueDate })?.latest).toBe(latest);
  });

  it('names the law', () => {
    const term = { issueDate: '2026-11-21', dueDate: '2028-01-01' };
    expect(longTerm('FR', 'Business', term)?.source).toBe('Code de commerce, article L441-10');
    expect(longTerm('NL', 'Public', term)?.source).toBe('Directive 2011/7/EU, article 4 (3)');
  });
});

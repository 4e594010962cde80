import { describe, expect, it } from '@jest/globals';
import { changedDates, dueByTerms, followsTerms, type StoredDates } from './due-date.js';

const NET_30 = { days: 30, endOfMonth: false };
const NET_14 = { days: 14, endOfMonth: false };
const END_OF_MONTH = { days: 30, endOfMonth: true };

const draft = (
  dueDate: string | null,
  dueDateByTerms: boolean | null,
  companyPaymentTerms: StoredDates['companyPaymentTerms'] = null,
): StoredDates => ({ issueDate: '2026-11-01', dueDate, dueDateByTerms, companyPaymentTerms });

describe('the due date by terms', () => {
  it.each([
    ['2026-11-01', NET_30, '2026-12-01'],
    ['2026-11-10', END_OF_MONTH, '2026-12-31'],
    ['2026-11-01', null, null],
  ])('%s with %j is %s', (issueDate, terms, due) => {
    expect(dueByTerms(issueDate, terms)).toBe(due);
  });
});

describe('whether a due date follows the terms', () => {
  it.each([
    ['as stored', draft('2026-12-01', false), NET_30, false],
    ['as stored, after the terms changed', draft('2026-12-01', true), NET_14, true],
    ['unknown, with the date of the terms', draft('2026-12-01', null), NET_30, true],
    ['unknown, with another date', draft('2026-12-02', null), NET_30, false],
    ['unknown, with none although there are terms', draft(null, null), NET_30, false],
    ['unknown, with none and without terms', draft(null, null), null, true],
    ['by the company', draft('2026-12-01', null, NET_30), null, true],
    ['by the company, although the client has terms now', draft('2026-12-01', null, NET_30), NET_14, true],
    ['by the client, of a company with terms', draft('2026-11-15', null, NET_30), NET_14, true],
    ['given, of a company with terms', draft('2026-12-24', null, NET_30), null, false],
    ['none, of a company with terms', draft(null, null, NET_30), NET_14, false],
  ])('%s', (_, dates, terms, follows) => {
    expect(followsTerms(dates, terms)).toBe(follows);
  });
});

describe('a change of a draft', () => {
  const moved = { issueDate: '2026-11-10' };
  it.each([
    ['moves with the issue date', draft('2026-12-01', true), moved, NET_30, NET_30, '2026-12-10', true],
    ['moves with the client', draft('2026-12-01', true), {}, NET_30, NET_14, '2026-11-15', true],
    ['moves with both', draft('2026-12-01', true), moved, NET_30, END_OF_MONTH, '2026-12-31', true],
    ['goes with the terms', draft('2026-12-01', true), {}, NET_30, null, null, true],
    ['comes with the terms', draft(null, true), {}, null, NET_30, '2026-12-01', true],
    ['stays when it was given', draft('2026-12-24', false), moved, NET_30, NET_14, '2026-12-24', false],
    ['stays when it was given like the terms', draft('2026-12-01', false), moved, NET_30, NET_30, '2026-12-01', false],
    ['is the given one', draft('2026-12-01', true), { dueDate: '2026-12-24' }, NET_30, NET_30, '2026-12-24', false],
    ['is by terms again', draft('2026-12-24', false), { dueDate: null }, NET_30, NET_30, '2026-12-01', true],
    ['moves if unknown and equal', draft('2026-12-01', null), moved, NET_30, NET_30, '2026-12-10', true],
    ['stays if unknown and different', draft('2026-12-02', null), moved, NET_30, NET_30, '2026-12-02', false],
    ['stays none if unknown and none', draft(null, null), moved, NET_30, NET_30, null, false],
  ])('%s', (_, dates, change, before, after, dueDate, dueDateByTerms) => {
    expect(changedDates(dates, change, before, after)).toMatchObject({ dueDate, dueDateByTerms });
  });
});

describe('a change of a draft of a company with payment terms', () => {
  const moved = { issueDate: '2026-11-10' };
  const [byCompany, byClient] = [draft('2026-12-01', null, NET_30), draft('2026-11-15', true, NET_30)];
  it.each([
    ['moves with the issue date', byCompany, moved, null, null, '2026-12-10', null],
    ['moves to the terms of a client', byCompany, {}, null, NET_14, '2026-11-15', true],
    ['moves to the company with a client without terms', byClient, {}, NET_14, null, '2026-12-01', null],
    ['is the given one', byCompany, { dueDate: '2026-12-24' }, null, null, '2026-12-24', false],
    ['is by the company again', draft('2026-12-24', false, NET_30), { dueDate: null }, null, null, '2026-12-01', null],
    ['stays when it was given', draft('2026-12-24', false, NET_30), moved, null, null, '2026-12-24', false],
  ] as const)('%s', (_, dates, change, before, after, dueDate, dueDateByTerms) => {
    expect(changedDates(dates, change, before, after)).toMatchObject({ dueDate, dueDateByTerms });
  });
});

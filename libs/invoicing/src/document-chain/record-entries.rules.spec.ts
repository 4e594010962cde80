import { describe, expect, it } from '@jest/globals';
import { nextState, stateBefore, type RecordEntry } from './record-entries.rules.js';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);

const entry = (members: Partial<RecordEntry>): RecordEntry => ({
  ...{ companyId: 1, resource: 'invoice', recordId: 7, version: 2, number: 'INV-1', action: 'send' },
  ...{
    at: '2026-11-01T10:00:00.000Z',
    digest: A,
    digestVersion: 1,
    frozenDigest: A,
    secretVersion: 'ab12cd34',
    hmac: A,
  },
  ...members,
});
const sent = entry({});
const pdf = entry({ version: null, number: null, action: 'render', frozenDigest: null });
const content = entry({ ...pdf, action: 'compose' });
const unkeyed = { secretVersion: null, hmac: null };
const draft = entry({ number: null, action: 'delete', digest: null, frozenDigest: null });
const payment = entry({ resource: 'payment', number: null, action: 'create', version: 1 });

/** The first error, or the last version. */
function outcome(entries: readonly RecordEntry[]): string | number | null {
  let state = stateBefore(entries[0] ?? sent);
  for (const each of entries) {
    const next = nextState(state, each);
    if (next.error) return `${next.error.kind}: ${next.error.says}`;
    ({ state } = next);
  }
  return state.last?.version ?? null;
}

describe('the entries of a record', () => {
  it.each<[string, RecordEntry[], string | number | null]>([
    ['versions with the same frozen digest', [sent, pdf, entry({ version: 3 }), entry({ version: 9 })], 9],
    ['a version of 0.1.0', [sent, entry({ version: 3, frozenDigest: null, ...unkeyed })], 3],
    ['versions of two digest versions', [sent, entry({ version: 3, digestVersion: 2, frozenDigest: B })], 3],
    ['a deleted draft', [draft], 2],
    ['the PDF of a quote', [entry({ ...pdf, resource: 'quote' })], null],
    [
      'another frozen digest',
      [sent, entry({ version: 3, frozenDigest: B })],
      'entry: version 3 changed what cannot change after issue',
    ],
    [
      'another one, after a version without',
      [sent, entry({ version: 3, frozenDigest: null, ...unkeyed }), entry({ version: 4, frozenDigest: B })],
      'entry: version 4 changed what cannot change after issue',
    ],
    ['no frozen digest', [sent, entry({ version: 3, frozenDigest: null })], 'entry: version 3 has no frozen digest'],
    ['another number', [sent, entry({ version: 3, number: 'INV-2' })], 'entry: its number was INV-1 before'],
    ['the same version', [sent, sent], 'entry: an entry of version 2 follows that of version 2'],
    ['an earlier version', [entry({ version: 5 }), sent], 'entry: an entry of version 2 follows that of version 5'],
    ['a second PDF', [sent, pdf, pdf], 'pdf: it has a second entry: a PDF is stored once'],
    [
      'an adopted PDF after a rendered one',
      [pdf, entry({ ...pdf, action: 'adopt' })],
      'pdf: it has a second entry: a PDF is stored once',
    ],
    ['the content of a PDF, which is rendered later', [sent, content, entry({ version: 3 }), pdf], 3],
    ['the content of a PDF of a quote', [entry({ ...content, resource: 'quote' })], null],
    ['a second content', [content, sent, content], 'pdf: its content has a second entry: it is stored once, at issue'],
    ['a content after the PDF', [pdf, content], 'pdf: the entry of its content follows that of the PDF'],
    ['a PDF without a digest', [entry({ ...pdf, digest: null })], 'pdf: its entry has no digest'],
    [
      'a deleted invoice with a number',
      [sent, entry({ version: 3, digest: null })],
      'entry: an entry says that it was deleted, but such a record is never deleted',
    ],
    [
      'the same without its number',
      [sent, entry({ ...draft, version: 3 })],
      'entry: an entry says that it was deleted, but such a record is never deleted',
    ],
    [
      'a deleted payment',
      [payment, entry({ ...payment, version: 2, digest: null })],
      'entry: an entry says that it was deleted, but such a record is never deleted',
    ],
    [
      'a deleted payment without other entries',
      [entry({ ...payment, digest: null })],
      'entry: an entry says that it was deleted, but such a record is never deleted',
    ],
    [
      'a deleted credit note',
      [entry({ resource: 'credit_note', digest: null })],
      'entry: an entry says that it was deleted, but such a record is never deleted',
    ],
    ['a version after a deletion', [draft, entry({ version: 3 })], 'entry: an entry follows that of its deletion'],
    ['a version of a quote', [entry({ resource: 'quote' })], 'entry: such a record has no entries'],
  ])('%s', (_, entries, expected) => {
    expect(outcome(entries)).toBe(expected);
  });
});

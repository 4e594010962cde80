import { expect } from '@jest/globals';
import type { TestApi } from './api.js';
import { isAfter } from './ids.js';
import { expectPreviousValues, shownRecords } from './previous-values.js';
import type { Caller } from './world.js';

/** A delivered event and its record. */
export interface ToldEvent {
  readonly type: string;
  /** `invoice/7` */
  readonly record: string;
  readonly body: string;
}

/** A timeline entry and its record. */
export interface TimelineLine {
  /** `credit_note/7` */
  readonly record: string;
  readonly action: string;
  readonly status: string | null;
  readonly by: string;
}

/** What was written while something ran: all events and all lines of all timelines, of whatever record. */
export interface Changes<T> {
  readonly result: T;
  readonly events: readonly ToldEvent[];
  readonly lines: readonly TimelineLine[];
}

/** Each event also has the previous values of its record, for members that changed. */
export async function changesOf<T>(api: TestApi, run: () => Promise<T>): Promise<Changes<T>> {
  const [before] = await api.database.query<{ events: number[]; lines: number[] }>({
    name: 'test_changes_before',
    text: `SELECT ARRAY (SELECT max(position)::float8 FROM events GROUP BY position >> 40) AS events,
      ARRAY (SELECT max(id)::float8 FROM record_history GROUP BY id >> 40) AS lines`,
  });
  const shown = await shownRecords(api);
  const result = await run();
  await expectPreviousValues(api, shown, before?.events ?? []);
  const events = await api.database.query<{ type: string; record: string; body: string }>({
    name: 'test_changes_events',
    text: `SELECT type, split_part(type, '.', 1) || '/' || resource_id AS record, body FROM events WHERE ${isAfter('position')} ORDER BY position`,
    values: [before?.events],
  });
  const lines = await api.database.query<{ record: string; action: string; status: string | null; by: string }>({
    name: 'test_changes_lines',
    text: `SELECT resource || '/' || record_id AS record, action, status, by FROM record_history WHERE ${isAfter('id')} ORDER BY id`,
    values: [before?.lines],
  });
  return { result, events, lines };
}

/**
 * Checks each call: one event and one timeline entry per record, matching each other and naming the caller, and each event has the same
 * bytes as the current GET response.
 */
export async function expectOneStory(changes: Changes<unknown>, by: Caller, actor: string): Promise<void> {
  const records = (of: readonly { readonly record: string }[]) => of.map(({ record }) => record);
  const [emitted, written] = [records(changes.events), records(changes.lines)];
  expect(emitted).toEqual([...new Set(emitted)]);
  expect(written).toEqual([...new Set(written)]);
  expect(written).toEqual(expect.arrayContaining(emitted));
  for (const line of changes.lines) expect(line.by).toContain(actor);
  for (const { type, record, body } of changes.events) {
    if (type.endsWith('.deleted') && !record.startsWith('payment')) continue;
    const [resource, id] = record.split('/');
    const got = await by.call('GET', `/v1/${resource}s/${id}`);
    expect(body.endsWith(`"data":${got.text}}`)).toBe(true);
  }
}

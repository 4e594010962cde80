import { dataSchema } from '@billhook/contract/webhooks/event';
import { messageText } from '@billhook/contract/webhooks/message';
import type { EventType } from '@billhook/domain/shared/event-types';
import { EVENT_RECORDS, RESOURCES, type EventRecord } from '@billhook/domain/shared/resources';
import { RECORD_REPOSITORIES } from '@billhook/invoicing/record-repositories';
import { checkMessage } from '@billhook/testing/message-check';
import { expect } from '@jest/globals';
import type { TestApi } from './api.js';
import { isAfter } from './ids.js';

/** More records than any test changes together, all created shortly before. */
const LATEST = 25;

type Shown = Readonly<Record<string, unknown>>;

/** Records by name (`invoice/7`), as in their GET response. */
export type ShownRecords = ReadonlyMap<string, Shown>;

const read = async ({ app }: TestApi, resource: EventRecord, companyId: number, ids: readonly number[]) => {
  const repository = app.get(RECORD_REPOSITORIES[resource]);
  const rows = await repository.byIds(companyId, ids);
  return [...rows.values()].map((row) => ({ id: row.id, shown: repository.presented(row) }));
};

const asSent = (resource: EventRecord, shown: object): Shown =>
  JSON.parse(JSON.stringify(dataSchema(`${resource}.created`).parse(shown))) as Shown;

/** The latest records of all companies, in their current state. */
export async function shownRecords(api: TestApi): Promise<ShownRecords> {
  const records = new Map<string, Shown>();
  for (const resource of EVENT_RECORDS) {
    const rows = await api.database.query<{ companyId: number; ids: number[] }>({
      name: `test_latest_${resource}`,
      text: `SELECT company_id AS "companyId", array_agg(id) AS ids
        FROM (SELECT company_id, id FROM ${RESOURCES[resource].table} ORDER BY id DESC LIMIT ${LATEST}) r GROUP BY 1`,
    });
    for (const { companyId, ids } of rows) {
      for (const { id, shown } of await read(api, resource, companyId, ids.map(Number)))
        records.set(`${resource}/${id}`, asSent(resource, shown));
    }
  }
  return records;
}

interface EventRow {
  readonly type: EventType;
  readonly resource: EventRecord;
  readonly resourceId: number;
  readonly resourceVersion: number | null;
  readonly body: string;
  readonly changes: string | null;
}

/** Whether each later event has exactly the previous values of the changed members of its record. */
export async function expectPreviousValues(
  api: TestApi,
  records: ShownRecords,
  since: readonly number[],
): Promise<void> {
  const events = await api.database.query<EventRow>({
    name: 'test_previous_values',
    text: `SELECT type, split_part(type, '.', 1) AS resource, resource_id AS "resourceId", resource_version AS "resourceVersion", body,
      changes FROM events WHERE ${isAfter('position')} AND NOT test ORDER BY position`,
    values: [since],
  });
  const latest = new Map(records);
  for (const event of events) {
    const { type, resource, resourceId, resourceVersion, body, changes } = event;
    const record = `${resource}/${resourceId}`;
    const { data } = JSON.parse(body) as { data: Shown };
    expect([type, changes === null ? null : JSON.parse(changes)]).toEqual([
      type,
      previous(type, latest.get(record), data),
    ]);
    expect([type, resourceVersion]).toEqual([type, data['version']]);
    for (const payload of ['Changes', 'Thin'] as const)
      checkMessage(type, messageText(event, payload, 'https://bills.example'));
    latest.set(record, data);
  }
}

function previous(type: EventType, before: Shown | undefined, data: Shown): Shown | null {
  // Payments stay when they are deleted.
  if (
    type.endsWith('.created') ||
    type === 'checkpoint.signed' ||
    (type.endsWith('.deleted') && type !== 'payment.deleted')
  )
    return null;
  if (!before) throw new Error(`${type} ${String(data['id'])} is not among the latest ${LATEST} records`);
  const changed = Object.keys(data).filter((name) => JSON.stringify(data[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}

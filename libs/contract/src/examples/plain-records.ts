import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import type { ResourceName } from '@billhook/domain/shared/resources';
import { CreateClient } from '../invoicing/client.js';
import type { TimelineView } from '../invoicing/timeline.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { exampleClient } from './example-records.js';

/** The example of a record that is created, edited and deleted. */
interface PlainRecord<View> {
  /** As created: version 1. */
  readonly record: View;
  /** Creates it; without ids of other records, and without an externalId, because specs create two of them. */
  readonly body: object;
  /** What its edit changes. */
  readonly edit: Partial<View>;
  readonly editedAt: string;
  readonly deletedAt: string;
  /** The query of its list, which finds it. */
  readonly query: Readonly<Record<string, string>>;
  /** A second record with the same body, which is deleted. */
  readonly unusedId: number;
  /** The id of the line of its timeline. */
  readonly lineId: number;
}

interface PlainView {
  readonly id: number;
  readonly status?: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const plain = <View extends PlainView>(example: PlainRecord<View>): PlainRecord<View> => example;

/**
 * The records whose examples follow from one row: of their events, of their operations and of their timeline. Specs create
 * them from it, so a resource that is only created, edited and deleted needs no other example.
 */
export const PLAIN_RECORDS = {
  client: plain({
    record: exampleClient,
    body: CreateClient.meta()?.['example'] as object,
    edit: { email: 'factures@atelier-lumen.example' },
    editedAt: '2026-11-12T15:27:09.883Z',
    deletedAt: '2026-11-12T15:30:44.061Z',
    query: { q: 'lumen', sort: 'name' },
    unusedId: EXAMPLE_IDS.unusedClient,
    lineId: 401,
  }),
} as const satisfies { readonly [Name in ResourceName]?: PlainRecord<never> | object };

type PlainRecords = typeof PLAIN_RECORDS;
export type PlainName = keyof PlainRecords;
export const PLAIN_NAMES = Object.keys(PLAIN_RECORDS) as readonly PlainName[];

/** The record of each event type. */
type PlainEvents = {
  readonly [Name in PlainName as `${Name}.${'created' | 'updated' | 'deleted'}`]: PlainRecords[Name]['record'];
};

const eventsOf = <Name extends PlainName>(name: Name): [string, object][] => {
  const { record, edit, editedAt, deletedAt } = PLAIN_RECORDS[name];
  const next = { ...record, version: record.version + 1 };
  return [
    [`${name}.created`, record],
    [`${name}.updated`, { ...next, ...edit, updatedAt: editedAt }],
    [`${name}.deleted`, { ...next, updatedAt: deletedAt }],
  ];
};

export const PLAIN_EVENTS = Object.fromEntries(PLAIN_NAMES.flatMap(eventsOf)) as unknown as PlainEvents;

const BY = 'key bhk_3kTn9Qa1';

/** The timeline of a record that was created. */
export const plainTimeline = (name: PlainName): TimelineView => {
  const { record, lineId } = PLAIN_RECORDS[name];
  const { createdAt: at, status }: PlainView = record;
  return {
    data: [
      {
        id: lineId,
        at,
        by: BY,
        actor: actorOfLabel(BY),
        action: 'create',
        status: status ?? null,
        reason: null,
        details: {},
      },
    ],
  };
};

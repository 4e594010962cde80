import type { ScreenChange } from '@billhook/contract/webhooks/change';
import { RESOURCES, type RecordName } from '@billhook/domain/shared/resources';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { recordKeys } from '../workspace/records.js';

/** A version of a record, as lists and single reads return it. */
interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** What members that are computed at each read depend on, by the name of the route: a change of these has no version of the record. */
const COMPUTED_FROM: Readonly<Record<string, readonly RecordName[]>> = {
  clients: ['invoice', 'credit_note', 'payment'],
  quotes: ['invoice', 'credit_note'],
  mails: ['quote', 'invoice', 'credit_note'],
};

/** Whether a query shows something that one of the changes may have changed. Results of a search do not move while a person chooses one. */
export function isAffected([root, name, kind, of]: QueryKey, changes: readonly ScreenChange[]): boolean {
  if (root !== recordKeys.all[0]) return false;
  if (name === 'home') return changes.length > 0;
  return changes.some(
    ({ resource, id }) =>
      COMPUTED_FROM[String(name)]?.includes(resource) === true ||
      (RESOURCES[resource].plural === name && (kind !== 'one' || of === id)),
  );
}

/** The changes that the page does not show yet. After it has saved, it has read the new version already. */
export function unseen(client: QueryClient, changes: readonly ScreenChange[]): readonly ScreenChange[] {
  const shown = new Map<string, number>();
  const note = (name: unknown, record: unknown): void => {
    if (!isVersioned(record)) return;
    const place = `${String(name)} ${record.id}`;
    shown.set(place, Math.max(record.version, shown.get(place) ?? 0));
  };
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: recordKeys.all })) {
    const [, name, kind] = queryKey;
    if (kind === 'one' && queryKey.length === recordKeys.one('clients', 0).length) note(name, state.data);
    if (kind === 'list') for (const row of rowsIn(state.data)) note(name, row);
  }
  return changes.filter(
    ({ resource, id, version, deleted }) =>
      deleted || (shown.get(`${RESOURCES[resource].plural} ${id}`) ?? 0) < version,
  );
}

const isVersioned = (value: unknown): value is Versioned =>
  typeof value === 'object' && value !== null && 'id' in value && 'version' in value;

interface LoadedPages {
  readonly pages: readonly { readonly data: readonly unknown[] }[];
}

const isPaged = (data: unknown): data is LoadedPages => typeof data === 'object' && data !== null && 'pages' in data;

/** The pages that a list has loaded. */
export const pagesIn = (data: unknown): LoadedPages['pages'] => (isPaged(data) ? data.pages : []);

const rowsIn = (data: unknown): readonly unknown[] => pagesIn(data).flatMap((page) => page.data);

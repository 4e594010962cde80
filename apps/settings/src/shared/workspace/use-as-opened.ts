import { apiFetch } from '@billhook/ui/api-fetch';
import { useState } from 'react';
import { recordPath, useRefreshRecords, type WorkspaceRecord } from './records.js';

/**
 * The record that a person saw when a dialog opened. Pages follow the changes of others, so without this a confirmation would apply to a version
 * that the person has not seen.
 * @returns the record, and a function that reads the present one, to which the dialog applies from then on
 */
export function useAsOpened<T extends { readonly id: number }>(
  resource: WorkspaceRecord,
  record: T,
): readonly [T, () => Promise<void>] {
  const refresh = useRefreshRecords();
  const [opened, setOpened] = useState(record);
  const reload = async () => {
    // Without a response, such as of a deleted record, the next attempt says why.
    const present = apiFetch<T>(recordPath(resource, record.id)).catch(() => record);
    await refresh();
    setOpened(await present);
  };
  return [opened, reload];
}

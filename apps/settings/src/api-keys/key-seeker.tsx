import { useEffect } from 'react';
import { useApiKeys, type KeyOwner } from './queries.js';

interface KeySeekerProps {
  readonly owner: KeyOwner;
  readonly id: number;
  readonly onDone: () => void;
}

/** Brings the row of a key into sight and gives it the focus, fetching the pages before it. For the list of all statuses. */
export function KeySeeker({ owner, id, onDone }: KeySeekerProps) {
  // The very query of the list: its pages are there when the effect of this render runs.
  const { data, isFetching, hasNextPage, fetchNextPage } = useApiKeys(owner, undefined);
  useEffect(() => {
    const row = document.getElementById(`key-${id}`);
    if (row) {
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'center' });
      onDone();
    } else if (data && !isFetching) {
      if (hasNextPage) void fetchNextPage();
      else onDone();
    }
  }, [id, onDone, data, isFetching, hasNextPage, fetchNextPage]);
  return null;
}

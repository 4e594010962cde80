import { useEffect } from 'react';
import { useApiKeys, type KeyOwner } from './keys.queries.js';

interface KeySeekerProps {
  readonly owner: KeyOwner;
  readonly id: number;
  readonly onDone: () => void;
}

/** The list without a filter, as it asks for it: the same query, so that its pages are there. */
const UNFILTERED = {};

/** Brings the row of a key into sight and gives it the focus, fetching the pages before it. For the list without a filter. */
export function KeySeeker({ owner, id, onDone }: KeySeekerProps) {
  const { data, isFetching, hasNextPage, fetchNextPage } = useApiKeys(owner, UNFILTERED);
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

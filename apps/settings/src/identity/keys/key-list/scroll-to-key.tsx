import { useEffect } from 'react';
import { useApiKeys, type KeyOwner } from '../keys.queries.js';

interface KeySeekerProps {
  readonly owner: KeyOwner;
  readonly id: number;
  readonly onDone: () => void;
}

/** The query of the list without a filter, so that its pages are already cached. */
const UNFILTERED = {};

/** Scrolls to the row of a key and focuses it, after loading the pages before it. For the list without a filter. */
export function KeySeeker({ owner, id, onDone }: KeySeekerProps) {
  const { data, isFetching, hasNextPage, fetchNextPage } = useApiKeys(owner, UNFILTERED);
  useEffect(() => {
    const isLoaded = data?.pages.some((page) => page.data.some((apiKey) => apiKey.id === id));
    let frame = 0;
    const show = () => {
      const row = document.getElementById(`key-${id}`);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'center' });
      // The script of long lists may still be loading.
      if (row) onDone();
      else frame = requestAnimationFrame(show);
    };
    if (isLoaded) show();
    else if (data && !isFetching) {
      if (hasNextPage) void fetchNextPage();
      else onDone();
    }
    return () => cancelAnimationFrame(frame);
  }, [id, onDone, data, isFetching, hasNextPage, fetchNextPage]);
  return null;
}

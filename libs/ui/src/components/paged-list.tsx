import { Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../use-texts.js';
import { ErrorState } from './error-state.js';

/** The part of an infinite query that a list needs. */
interface PagedQuery {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(options: { readonly cancelRefetch: false }): unknown;
  refetch(options?: { readonly cancelRefetch: false }): Promise<unknown>;
}

interface PagedListProps {
  readonly query: PagedQuery;
  readonly isEmpty: boolean;
  readonly empty: ReactNode;
  /** Scrolling towards the end loads the next page. */
  readonly continuous?: boolean;
  readonly children: ReactNode;
}

/** Of a read that has begun. */
const WITHOUT_INTERRUPTION = { cancelRefetch: false } as const;

/** How far below the window the end of the list may be when the next page is requested. */
const AHEAD = '0px 0px 1500px';

/**
 * Requests the next page before a scroll reaches the end of the list. Not while the keyboard is in the list: Tab would never arrive at what
 * follows it. Not during another read of the list either, such as of a change of someone else: the old rows would stay.
 */
function useNextPage({ hasNextPage, isFetching, error, fetchNextPage }: PagedQuery, continuous: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const [isScrolled, setScrolled] = useState(!continuous);
  useEffect(() => {
    if (isScrolled) return undefined;
    const note = () => setScrolled(true);
    addEventListener('scroll', note, { once: true, passive: true });
    return () => removeEventListener('scroll', note);
  }, [isScrolled]);
  const waits = continuous && isScrolled && hasNextPage && !isFetching && !error;
  useEffect(() => {
    const { current } = end;
    if (!waits || !current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting;
        if (isNear && !current.parentElement?.querySelector(':focus-visible')) fetchNextPage(WITHOUT_INTERRUPTION);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [waits, fetchNextPage]);
  return end;
}

/** The states of a paged list: loading, failed, empty, rows with more pages. */
export function PagedList({ query, isEmpty, empty, continuous = false, children }: PagedListProps) {
  const { t } = useTexts('ui');
  const end = useNextPage(query, continuous);
  if (query.isPending) {
    return (
      <Stack p="lg" gap="md">
        <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={36} />
        ))}
      </Stack>
    );
  }
  const loadMore = async () => {
    if (query.isFetching) await query.refetch(WITHOUT_INTERRUPTION);
    query.fetchNextPage(WITHOUT_INTERRUPTION);
  };
  const failure = query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (isEmpty) return failure ? <div className="bh-pad">{failure}</div> : empty;
  return (
    <>
      {failure && <div className="bh-pad">{failure}</div>}
      {children}
      {query.hasNextPage && (
        <Group ref={end} justify="center" p="md">
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void loadMore()}>
            {t('loadMore')}
          </Button>
        </Group>
      )}
    </>
  );
}

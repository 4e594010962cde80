import { Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from '../use-texts.js';
import { ErrorState } from './error-state.js';

/** The part of an infinite query that a list needs. */
interface PagedQuery {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
  refetch(): unknown;
}

interface PagedListProps {
  readonly query: PagedQuery;
  readonly isEmpty: boolean;
  readonly empty: ReactNode;
  /** Scrolling towards the end loads the next page. */
  readonly continuous?: boolean;
  readonly children: ReactNode;
}

/** How far below the window the end of the list may be when the next page is requested. */
const AHEAD = '0px 0px 1500px';

/**
 * Requests the next page before a scroll reaches the end of the list. Not while the keyboard is in the list: Tab would never arrive at what
 * follows it.
 */
function useNextPage({ hasNextPage, isFetchingNextPage, error, fetchNextPage }: PagedQuery, continuous: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const scrolled = useRef(false);
  const waits = continuous && hasNextPage && !isFetchingNextPage && !error;
  useEffect(() => {
    const { current } = end;
    if (!waits || !current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting;
        if (isNear && !current.parentElement?.querySelector(':focus-visible')) void fetchNextPage();
      },
      { rootMargin: AHEAD },
    );
    const begin = () => {
      scrolled.current = true;
      observer.observe(current);
    };
    if (scrolled.current) begin();
    else addEventListener('scroll', begin, { once: true, passive: true });
    return () => {
      removeEventListener('scroll', begin);
      observer.disconnect();
    };
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
  const failure = query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (isEmpty) return failure ? <div className="bh-pad">{failure}</div> : empty;
  return (
    <>
      {failure && <div className="bh-pad">{failure}</div>}
      {children}
      {query.hasNextPage && (
        <Group ref={end} justify="center" p="md">
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('loadMore')}
          </Button>
        </Group>
      )}
    </>
  );
}

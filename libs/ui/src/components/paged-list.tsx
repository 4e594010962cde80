import { Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
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
  readonly children: ReactNode;
}

/** The states of a paged list: loading, failed, empty, rows with more pages. */
export function PagedList({ query, isEmpty, empty, children }: PagedListProps) {
  const { t } = useTexts('ui');
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
        <Group justify="center" p="md">
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('loadMore')}
          </Button>
        </Group>
      )}
    </>
  );
}

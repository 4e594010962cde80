import '../../../shared/workspace/workspace.css';
import type { ApiKeyView } from '@billhook/contract/identity/key';
import { KEY_STATUSES, type KeyStatus } from '@billhook/domain/identity/key-status';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PagedList } from '@billhook/ui/components/paged-list';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { isFiltered } from '../../../shared/workspace/list-search.js';
import type { KeyFilters } from '../key-search.js';
import { useApiKeys, useKeyActivity, type KeyOwner } from '../keys.queries.js';
import { EndedKeys } from './ended-keys.js';
import { KeyTable } from './key-table.js';
import { KeySeeker } from './scroll-to-key.js';

const RevokeKeyDialog = lazy(() =>
  import('../revoke-key-dialog.js').then((file) => ({ default: file.RevokeKeyDialog })),
);

const SEGMENTS = ['active', 'expiring', 'suspended', 'expired', 'revoked', 'all'] as const;

/** The key that the address names, in links to a row and in the `fixUrl` of errors. */
const keyInAddress = () => Number(/^#key-(\d+)$/.exec(location.hash)?.[1]) || undefined;

interface KeyListProps {
  readonly owner: KeyOwner;
  /** The filters as the API accepts them; unset ones are undefined. */
  readonly filters: KeyFilters;
  readonly onStatus: (status: KeyStatus | undefined) => void;
  readonly onClear: () => void;
  /** The filters in addition to the status. */
  readonly tools: ReactNode;
  /** The cell before the name of a key, and its counterpart in the header. */
  readonly mark?: (apiKey: ApiKeyView) => ReactNode;
  readonly above?: (rows: readonly ApiKeyView[]) => ReactNode;
  /** Shown if there is no key at all. */
  readonly empty: ReactNode;
}

/** The keys of one member or of the company: filtered by status, with their usage and a button to revoke them. */
export function KeyList({ owner, filters, onStatus, onClear, tools, mark, above, empty }: KeyListProps) {
  const { t } = useTexts('keys');
  const keys = useApiKeys(owner, filters);
  const pages = keys.data?.pages.map((page) => page.data) ?? [];
  const activity = useKeyActivity(owner, pages);
  const [revoking, setRevoking] = useState<ApiKeyView>();
  const [sought, setSought] = useState(keyInAddress);
  const rows = pages.flat();
  const status = KEY_STATUSES.find((known) => known === filters['status']);
  const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  const filtered = isFiltered(set);
  // The counts follow the other filters, so only without filters they show whether there are keys at all.
  const total = countOf(keys.data?.pages[0]?.counts);
  const none = total === 0 && Object.keys(set).every((name) => name === 'status');

  return (
    <>
      <EndedKeys owner={owner} keys={activity.dead} />
      {!none && (
        <>
          {tools}
          <StatusSegments status={status} counts={keys.data?.pages[0]?.counts} onStatus={onStatus} />
        </>
      )}
      {above?.(rows)}
      <div className="bh-panel" aria-busy={keys.isPlaceholderData || undefined}>
        <PagedList
          query={keys}
          isEmpty={rows.length === 0}
          empty={
            none ? (
              empty
            ) : (
              <EmptyState icon={IconFilterOff} title={t('list.noneInFilter')}>
                {filtered && (
                  <Button variant="default" mt="sm" onClick={onClear}>
                    {t('workspace:list.clear')}
                  </Button>
                )}
              </EmptyState>
            )
          }
        >
          <KeyTable
            owner={owner}
            keys={rows}
            activity={activity.days}
            mark={mark}
            sought={sought}
            onRevoke={setRevoking}
          />
        </PagedList>
      </div>
      {sought !== undefined && !filtered && <KeySeeker owner={owner} id={sought} onDone={() => setSought(undefined)} />}
      <Suspense>
        {revoking && <RevokeKeyDialog owner={owner} apiKey={revoking} onClose={() => setRevoking(undefined)} />}
      </Suspense>
    </>
  );
}

type KeyStatusCounts = Readonly<Record<KeyStatus, number>>;

const countOf = (counts: KeyStatusCounts | undefined): number | undefined =>
  counts && Object.values(counts).reduce((sum, count) => sum + count, 0);

interface StatusSegmentsProps {
  readonly status: KeyStatus | undefined;
  readonly counts: KeyStatusCounts | undefined;
  readonly onStatus: (status: KeyStatus | undefined) => void;
}

/** The number of keys by status, and the selected status. On a phone, a select takes less space. */
function StatusSegments({ status, counts, onStatus }: StatusSegmentsProps) {
  const { t } = useTexts('keys');
  const label = (segment: (typeof SEGMENTS)[number]) => {
    const known = segment === 'all' ? countOf(counts) : counts?.[segment];
    return known === undefined ? t(`status.${segment}`) : `${t(`status.${segment}`)} (${known})`;
  };
  const filter = {
    'aria-label': t('list.filter'),
    value: status ?? 'all',
    data: SEGMENTS.map((segment) => ({ value: segment, label: label(segment) })),
    mb: 'md',
  };
  const choose = (value: string) => onStatus(KEY_STATUSES.find((known) => known === value));
  return (
    <>
      <SegmentedControl {...filter} onChange={choose} visibleFrom="md" />
      <NativeSelect {...filter} onChange={(event) => choose(event.currentTarget.value)} hiddenFrom="md" />
    </>
  );
}

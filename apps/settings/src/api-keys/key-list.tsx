import type { ApiKeyView } from '@billhook/contract/api-key';
import type { KeyStatus } from '@billhook/domain/api-key';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PagedList } from '@billhook/ui/components/paged-list';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DeprecatedCalls } from './deprecated-calls.js';
import { KeySeeker } from './key-seeker.js';
import { KeyTable } from './key-table.js';
import { useApiKeys, type KeyOwner } from './queries.js';

const RevokeDialog = lazy(() => import('./revoke-dialog.js').then((file) => ({ default: file.RevokeDialog })));

const SEGMENTS = ['active', 'expiring', 'suspended', 'expired', 'revoked', 'all'] as const;

/** The key that the address leads to, as links to a row and the `fixUrl` of refusals write it. */
const keyInAddress = () => Number(/^#key-(\d+)$/.exec(location.hash)?.[1]) || undefined;

interface KeyListProps {
  readonly owner: KeyOwner;
  readonly status: KeyStatus | undefined;
  readonly onStatus: (status: KeyStatus | undefined) => void;
  /** Shown when there is no key of any status. */
  readonly empty: ReactNode;
}

/** The keys of one person or of the company, by status, with revocation. */
export function KeyList({ owner, status, onStatus, empty }: KeyListProps) {
  const { t } = useTranslation('settings');
  const keys = useApiKeys(owner, status);
  const [revoking, setRevoking] = useState<ApiKeyView>();
  const [sought, setSought] = useState(keyInAddress);
  const rows = keys.data?.pages.flatMap((page) => page.data) ?? [];
  const counts = keys.data?.pages[0]?.counts;
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const count = (segment: (typeof SEGMENTS)[number]) => (segment === 'all' ? total : counts?.[segment]);
  const label = (segment: (typeof SEGMENTS)[number]) => {
    const known = count(segment);
    return known === undefined ? t(`status.${segment}`) : `${t(`status.${segment}`)} (${known})`;
  };

  const filter = {
    'aria-label': t('keys.filter'),
    value: status ?? 'all',
    data: SEGMENTS.map((segment) => ({ value: segment, label: label(segment) })),
    mb: 'md',
  };
  const choose = (value: string) => {
    const segment = SEGMENTS.find((known) => known === value);
    onStatus(segment === 'all' ? undefined : segment);
  };

  return (
    <>
      <DeprecatedCalls owner={owner} onKey={setSought} />
      {total !== 0 && (
        <>
          <SegmentedControl {...filter} onChange={choose} visibleFrom="md" />
          <NativeSelect {...filter} onChange={(event) => choose(event.currentTarget.value)} hiddenFrom="md" />
        </>
      )}
      <div className="bh-panel">
        <PagedList
          query={keys}
          isEmpty={rows.length === 0}
          empty={total === 0 ? empty : <EmptyState icon={IconFilterOff} title={t('keys.noneInFilter')} />}
        >
          <KeyTable owner={owner} keys={rows} onRevoke={setRevoking} />
        </PagedList>
      </div>
      {sought !== undefined && status === undefined && (
        <KeySeeker owner={owner} id={sought} onDone={() => setSought(undefined)} />
      )}
      <Suspense>
        {revoking && <RevokeDialog owner={owner} apiKey={revoking} onClose={() => setRevoking(undefined)} />}
      </Suspense>
    </>
  );
}

import { type LoggedRequestView } from '@billhook/contract/identity/logged-request';
import { CLIENT_REQUEST_ID_PATTERN, REQUEST_ID_PATTERN } from '@billhook/domain/shared/value-patterns';
import type { Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack, Text } from '@mantine/core';
import { IconListSearch, IconX } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { DateRange, FilterBar, FilterSelect, SearchBox } from '../../shared/workspace/filter-bar.js';
import { PageLink } from '../../shared/workspace/links.js';
import { isFiltered } from '../../shared/workspace/list-search.js';
import { RecordList } from '../../shared/workspace/record-list.js';
import { METHOD_FILTERS, STATUS_FILTERS, type RequestSearch } from './request-search.js';
import { RequestStatus } from './request-status.js';
import { useRequests } from './requests.queries.js';

/** Of an id that a client sent. */
const LONGEST_ID = 255;

const route = getRouteApi('/logs');

export function RequestsPage() {
  const { t } = useTexts('requests');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useRequests(search);
  const seesAll = useHolds('api_key.manage');
  const columns = useRequestColumns();
  const filter = (change: RequestSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const clear = () => void navigate({ search: {}, replace: true });
  return (
    <>
      <PageHeader title={t('title')} lead={seesAll ? t('lead') : `${t('lead')} ${t('ownOnly')}`} />
      <RequestFilters search={search} onFilter={filter} onClear={clear} />
      <RecordList
        label={t('table')}
        columns={columns}
        list={list}
        filtered={isFiltered(search)}
        onClear={clear}
        empty={
          <EmptyState icon={IconListSearch} title={t('emptyTitle')}>
            {t('emptyBody')}
          </EmptyState>
        }
      />
    </>
  );
}

interface RequestFiltersProps {
  readonly search: RequestSearch;
  readonly onFilter: (change: RequestSearch) => void;
  readonly onClear: () => void;
}

function RequestFilters({ search, onFilter, onClear }: RequestFiltersProps) {
  const { t } = useTexts('requests');
  const navigate = route.useNavigate();
  const { q, status, method, credential, from, to } = search;
  const [isInvalid, setInvalid] = useState(false);
  const find = (id: string | undefined) => {
    if (id !== undefined && REQUEST_ID_PATTERN.test(id)) return void navigate({ to: '/logs/$id', params: { id } });
    const isOfClient = id !== undefined && CLIENT_REQUEST_ID_PATTERN.test(id) && !id.startsWith('req_');
    setInvalid(id !== undefined && !isOfClient);
    onFilter({ q: isOfClient ? id : undefined });
  };
  return (
    <FilterBar search={search} onClear={onClear}>
      <SearchBox
        label={t('find')}
        placeholder={t('findHint')}
        value={q}
        longest={LONGEST_ID}
        error={isInvalid ? t('findError') : undefined}
        onChange={find}
      />
      <FilterSelect
        label={t('status')}
        value={status}
        options={STATUS_FILTERS.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        onChange={(wanted) => onFilter({ status: wanted })}
      />
      <FilterSelect
        label={t('method')}
        value={method}
        options={METHOD_FILTERS.map((value) => ({ value, label: value }))}
        onChange={(wanted) => onFilter({ method: wanted })}
      />
      <DateRange label={t('day')} from={from} to={to} onChange={onFilter} />
      {credential !== undefined && (
        <Button
          variant="light"
          rightSection={<IconX size={14} aria-hidden="true" />}
          onClick={() => onFilter({ credential: undefined })}
          title={t('clear')}
        >
          {t('onlyCredential')}
        </Button>
      )}
    </FilterBar>
  );
}

function useRequestColumns(): Column<LoggedRequestView>[] {
  const { t } = useTexts('requests');
  const format = useFormat();
  return [
    {
      key: 'request',
      header: t('request'),
      wide: true,
      render: ({ id, method, path }) => (
        <PageLink to="/logs/$id" params={{ id }} fw={600} className="bh-anywhere">
          {method} {path.split('?', 1)[0]}
        </PageLink>
      ),
    },
    {
      key: 'status',
      header: t('status'),
      render: ({ status, problem }) => (
        <Stack gap={2} align="flex-start">
          <RequestStatus status={status} />
          {problem && (
            <Text size="xs" c="dimmed" className="bh-anywhere">
              {problem}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'credential',
      header: t('credential'),
      render: ({ credential }) =>
        credential === null ? (
          t('deleted')
        ) : (
          <>
            <span className="bh-anywhere">{credential.name}</span>
            <Text size="xs" c="dimmed" component="div">
              {credential.prefix ? <span className="bh-mono">{credential.prefix}…</span> : t('kinds.application')}
            </Text>
          </>
        ),
    },
    {
      key: 'duration',
      header: t('duration'),
      render: ({ durationMs }) => t('milliseconds', { number: format.number(durationMs) }),
    },
    { key: 'when', header: t('when'), render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}

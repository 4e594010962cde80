import type { ClientView } from '@billhook/contract/invoicing/client';
import type { Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { countryName } from '@billhook/ui/country-name';
import { Text } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../identity/session/queries.js';
import { useClientTexts } from '../../shared/texts/clients.js';
import { FilterBar, FilterSelect, SearchBox } from '../../shared/workspace/filter-bar.js';
import { PageButton, PageLink } from '../../shared/workspace/links.js';
import { isFiltered } from '../../shared/workspace/list-search.js';
import { RecordList } from '../../shared/workspace/record-list.js';
import { RecordStatus, useStatusText } from '../../shared/workspace/record-status.js';
import { useRecordList } from '../../shared/workspace/records.js';
import { BalanceAmounts } from './balance-amounts.js';
import { CLIENT_KINDS, CLIENT_STATUSES, type ClientSearch } from './client-search.js';

const route = getRouteApi('/clients');

export function ClientListPage() {
  const { t } = useClientTexts();
  const { i18n } = useTranslation();
  const statusText = useStatusText();
  const mayWrite = useHolds('client.write');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useRecordList('clients', { ...search, includeTotal: 'true' });
  const filter = (change: ClientSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const clear = () => void navigate({ search: ({ sort }) => (sort ? { sort } : {}), replace: true });

  const create = mayWrite && (
    <PageButton to="/clients/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
      {t('create')}
    </PageButton>
  );
  const columns: Column<ClientView>[] = [
    {
      key: 'name',
      header: t('name'),
      sort: 'name',
      wide: true,
      render: ({ id, name, tradingName, email }) => (
        <>
          <PageLink to="/clients/$id" params={{ id }} fw={600} className="bh-anywhere">
            {name}
          </PageLink>
          <Text size="xs" c="dimmed" className="bh-anywhere">
            {[tradingName, email].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    { key: 'kind', header: t('kind'), render: ({ kind }) => t(`kinds.${kind}`) },
    {
      key: 'country',
      header: t('country'),
      render: ({ billingAddress }) => countryName(billingAddress.country, i18n.language),
    },
    ...(['due', 'overdue', 'credit'] as const).map((member): Column<ClientView> => ({
      key: member,
      header: t(member === 'due' ? 'open' : member),
      align: 'right',
      render: ({ balances }) => <BalanceAmounts balances={balances} member={member} />,
    })),
    { key: 'status', header: t('status'), render: ({ status }) => <RecordStatus kind="client" status={status} /> },
  ];

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={create} />
      <FilterBar filtered={isFiltered(search)} onClear={clear}>
        <SearchBox label={t('search')} value={search.q} onChange={(q) => filter({ q })} />
        <FilterSelect
          label={t('status')}
          value={search.status}
          options={CLIENT_STATUSES.map((value) => ({ value, label: statusText('client', value) }))}
          onChange={(status) => filter({ status })}
        />
        <FilterSelect
          label={t('kind')}
          value={search.kind}
          options={CLIENT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(kind) => filter({ kind })}
        />
      </FilterBar>
      <RecordList
        label={t('table')}
        columns={columns}
        list={list}
        sort={search.sort}
        onSort={(sort) => filter({ sort })}
        filtered={isFiltered(search)}
        onClear={clear}
        empty={
          <EmptyState icon={IconUsers} title={t('emptyTitle')}>
            <p>{t('emptyBody')}</p>
            {create}
          </EmptyState>
        }
      />
    </>
  );
}

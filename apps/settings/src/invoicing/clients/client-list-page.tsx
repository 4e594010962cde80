import type { ClientView } from '@billhook/contract/invoicing/client';
import type { Column } from '@billhook/ui/components/data-table';
import { countryName } from '@billhook/ui/country-name';
import { DOT, withDots } from '@billhook/ui/dot';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useHolds } from '../../shared/session/signed-in.js';
import { PageButton, PageLink } from '../../shared/workspace/links.js';
import { RecordListPage } from '../../shared/workspace/record-list-page.js';
import { RecordStatus, useStatusText } from '../../shared/workspace/record-status.js';
import { BalanceAmounts } from './balance-amounts.js';
import { CLIENT_KINDS, CLIENT_STATUSES } from './client-search.js';

const route = getRouteApi('/clients');

export function ClientListPage() {
  const { t } = useTexts('clients');
  const columns = useClientColumns();
  const statusText = useStatusText();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const mayImport = useHolds('client.write');
  return (
    <RecordListPage
      resource="clients"
      icon={IconUsers}
      words={{ title: t('title'), lead: t('lead'), table: t('title'), empty: t('emptyTitle') }}
      emptyBody={<p>{t('emptyBody')}</p>}
      create={{ to: '/clients/new', label: t('create'), permission: 'client.write' }}
      action={
        mayImport && (
          <PageButton to="/clients/import" variant="default">
            {t('import')}
          </PageButton>
        )
      }
      search={search}
      onSearch={(update) => void navigate({ search: update, replace: true })}
      query={{ ...search, includeTotal: 'true' }}
      filters={[
        { kind: 'text', label: t('words:search'), placeholder: t('searchIn') },
        {
          kind: 'select',
          member: 'status',
          label: t('words:status'),
          options: CLIENT_STATUSES.map((value) => ({ value, label: statusText('client', value) })),
        },
        {
          kind: 'select',
          member: 'kind',
          label: t('words:type'),
          options: CLIENT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
        },
      ]}
      columns={columns}
    />
  );
}

function useClientColumns(): Column<ClientView>[] {
  const { t } = useTexts('clients');
  const language = useLanguage();
  return [
    {
      key: 'name',
      header: t('words:name'),
      sort: 'name',
      wide: true,
      phone: 'first',
      render: ({ id, name, tradingName, email }) => (
        <span className="ws-one-line">
          <PageLink to="/clients/$id" params={{ id }} fw={600} title={name}>
            {name}
          </PageLink>
          <Text span size="xs" c="dimmed">
            {[tradingName, email].flatMap((each) => (each ? [`${DOT}${withDots(each)}`] : []))}
          </Text>
        </span>
      ),
    },
    { key: 'kind', header: t('words:type'), phone: 'second', render: ({ kind }) => t(`kinds.${kind}`) },
    {
      key: 'country',
      header: t('words:country'),
      render: ({ billingAddress }) => countryName(billingAddress.country, language),
    },
    ...(['due', 'overdue', 'credit'] as const).map((member): Column<ClientView> => ({
      key: member,
      header: t(member === 'due' ? 'words:outstanding' : member),
      align: 'right',
      ...(member === 'due' && { phone: 'firstEnd' }),
      render: ({ balances }) => <BalanceAmounts balances={balances} member={member} />,
    })),
    {
      key: 'status',
      header: t('words:status'),
      phone: 'secondEnd',
      render: ({ status }) => <RecordStatus kind="client" status={status} />,
    },
  ];
}

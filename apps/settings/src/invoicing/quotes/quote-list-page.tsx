import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { IconFileDescription, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { ClientFilter } from '../documents/client-filter.js';
import { useHolds } from '../../identity/session/queries.js';
import { useQuotesTexts } from '../../shared/texts/quotes.js';
import { DateRange, FilterBar, FilterSelect, SearchBox } from '../../shared/workspace/filter-bar.js';
import { PageButton } from '../../shared/workspace/links.js';
import { isFiltered } from '../../shared/workspace/list-search.js';
import { RecordList } from '../../shared/workspace/record-list.js';
import { useStatusText } from '../../shared/workspace/record-status.js';
import { useRecordList, useWithClients } from '../../shared/workspace/records.js';
import { useQuoteColumns } from './quote-columns.js';
import { STATUSES_IN_ORDER, type QuoteSearch } from './quote-search.js';

const route = getRouteApi('/quotes');

export function QuoteListPage() {
  const { t } = useQuotesTexts();
  const columns = useQuoteColumns();
  const statusText = useStatusText();
  const mayWrite = useHolds('quote.write');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { q, status, clientId, from, to, sort } = search;
  const withClients = useWithClients();
  const list = useRecordList('quotes', {
    q,
    status,
    clientId,
    issueDateFrom: from,
    issueDateTo: to,
    sort,
    includeTotal: 'true',
    ...withClients,
  });
  const change = (part: { [Name in keyof QuoteSearch]?: QuoteSearch[Name] | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const clear = () => void navigate({ search: sort ? { sort } : {}, replace: true });
  const create = (
    <PageButton to="/quotes/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
      {t('create')}
    </PageButton>
  );

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={mayWrite && create} />
      <FilterBar filtered={isFiltered(search)} onClear={clear}>
        <SearchBox label={t('search')} placeholder={t('searchIn')} value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect
          label={t('status')}
          value={status}
          options={STATUSES_IN_ORDER.map((value) => ({ value, label: statusText('quote', value) }))}
          onChange={(next) => change({ status: next })}
        />
        <DateRange label={t('issued')} from={from} to={to} onChange={change} />
        <ClientFilter id={clientId} onClear={() => change({ clientId: undefined })} />
      </FilterBar>
      <RecordList
        label={t('table')}
        columns={columns}
        list={list}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        filtered={isFiltered(search)}
        onClear={clear}
        empty={
          <EmptyState icon={IconFileDescription} title={t('empty')}>
            <p>{t(mayWrite ? 'emptyBody' : 'emptyReadOnly')}</p>
            {mayWrite && create}
          </EmptyState>
        }
      />
    </>
  );
}

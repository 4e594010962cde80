import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { IconFileInvoice, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { ClientFilter } from '../documents/client-filter.js';
import { useHolds } from '../../identity/session/queries.js';
import { useInvoicesTexts } from '../../shared/texts/invoices.js';
import { DateRange, FilterBar, FilterSelect, SearchBox } from '../../shared/workspace/filter-bar.js';
import { PageButton } from '../../shared/workspace/links.js';
import { isFiltered } from '../../shared/workspace/list-search.js';
import { RecordList } from '../../shared/workspace/record-list.js';
import { useStatusText } from '../../shared/workspace/record-status.js';
import { useRecordList, useWithClients } from '../../shared/workspace/records.js';
import { useInvoiceColumns } from './invoice-columns.js';
import { SETTLED_IN_ORDER, STATUSES_IN_ORDER, type InvoiceSearch } from './invoice-search.js';

const route = getRouteApi('/invoices');

export function InvoiceListPage() {
  const { t } = useInvoicesTexts();
  const columns = useInvoiceColumns();
  const statusText = useStatusText();
  const mayWrite = useHolds('invoice.write');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { q, status, clientId, from, to, open, settledBy, sort } = search;
  const withClients = useWithClients();
  const list = useRecordList('invoices', {
    q,
    status,
    clientId,
    issueDateFrom: from,
    issueDateTo: to,
    hasBalance: open && 'true',
    settledBy,
    sort,
    includeTotal: 'true',
    ...withClients,
  });
  const change = (part: { [Name in keyof InvoiceSearch]?: InvoiceSearch[Name] | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const clear = () => void navigate({ search: sort ? { sort } : {}, replace: true });
  const create = (
    <PageButton to="/invoices/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
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
          options={STATUSES_IN_ORDER.map((value) => ({ value, label: statusText('invoice', value) }))}
          onChange={(next) => change({ status: next })}
        />
        <FilterSelect
          label={t('openOnly')}
          value={open && 'open'}
          options={[{ value: 'open', label: t('openOnlyOption') }]}
          onChange={(next) => change({ open: next && true })}
        />
        <FilterSelect
          label={t('settledBy')}
          value={settledBy}
          options={SETTLED_IN_ORDER.map((value) => ({ value, label: t(`settledByOptions.${value}`) }))}
          onChange={(next) => change({ settledBy: next })}
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
          <EmptyState icon={IconFileInvoice} title={t('empty')}>
            <p>{t(mayWrite ? 'emptyBody' : 'emptyReadOnly')}</p>
            {mayWrite && create}
          </EmptyState>
        }
      />
    </>
  );
}

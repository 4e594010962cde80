import { useTexts } from '@billhook/ui/use-texts';
import { IconFileInvoice } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useHolds } from '../../shared/session/signed-in.js';
import { RecordListPage } from '../../shared/workspace/record-list-page.js';
import { useStatusText } from '../../shared/workspace/record-status.js';
import { useWithClients } from '../../shared/workspace/records.js';
import { BulkActions } from '../documents/bulk-actions.js';
import { useBulkName } from '../documents/use-bulk-name.js';
import { SETTLED_IN_ORDER, STATUSES_IN_ORDER } from './invoice-search.js';
import { useInvoiceColumns } from './use-invoice-columns.js';

const route = getRouteApi('/invoices');

export function InvoiceListPage() {
  const { t } = useTexts('invoices');
  const columns = useInvoiceColumns();
  const statusText = useStatusText();
  const nameOf = useBulkName();
  const mayWrite = useHolds('invoice.write');
  const withClients = useWithClients();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { from, to, open, ...filters } = search;
  const query = {
    ...filters,
    issueDateFrom: from,
    issueDateTo: to,
    hasBalance: open && 'true',
    includeTotal: 'true',
    ...withClients,
  };
  return (
    <RecordListPage
      resource="invoices"
      icon={IconFileInvoice}
      words={{ title: t('words:invoices'), lead: t('lead'), table: t('words:invoices'), empty: t('empty') }}
      emptyBody={<p>{t(mayWrite ? 'emptyBody' : 'emptyReadOnly')}</p>}
      create={{ to: '/invoices/new', label: t('words:newInvoice'), permission: 'invoice.write' }}
      search={search}
      onSearch={(update) => void navigate({ search: update, replace: true })}
      query={query}
      statuses={{
        resource: 'invoices',
        options: STATUSES_IN_ORDER.map((value) => ({ value, label: statusText('invoice', value) })),
      }}
      filters={[
        { kind: 'text', label: t('words:search'), placeholder: t('searchIn') },
        { kind: 'flag', member: 'open', label: t('openOnly'), option: t('openOnlyOption') },
        {
          kind: 'select',
          member: 'settledBy',
          label: t('settledBy'),
          options: SETTLED_IN_ORDER.map((value) => ({ value, label: t(`settledByOptions.${value}`) })),
        },
        { kind: 'dates', label: t('words:issueDate') },
        { kind: 'client' },
      ]}
      columns={columns}
      bulk={{
        nameOf,
        actions: (selected, clear) => (
          <BulkActions
            resource="invoices"
            write="invoice.write"
            filters={query}
            selected={selected}
            nameOf={nameOf}
            onClear={clear}
          />
        ),
      }}
    />
  );
}

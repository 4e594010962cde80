import { useTexts } from '@billhook/ui/use-texts';
import { IconFileDescription } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useHolds } from '../../shared/session/signed-in.js';
import { RecordListPage } from '../../shared/workspace/record-list-page.js';
import { useStatusText } from '../../shared/workspace/record-status.js';
import { useWithClients } from '../../shared/workspace/records.js';
import { BulkActions } from '../documents/bulk-actions.js';
import { useBulkName } from '../documents/use-bulk-name.js';
import { STATUSES_IN_ORDER } from './quote-search.js';
import { useQuoteColumns } from './use-quote-columns.js';

const route = getRouteApi('/quotes');

export function QuoteListPage() {
  const { t } = useTexts('quotes');
  const columns = useQuoteColumns();
  const statusText = useStatusText();
  const nameOf = useBulkName();
  const mayWrite = useHolds('quote.write');
  const withClients = useWithClients();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { from, to, ...filters } = search;
  const query = { ...filters, issueDateFrom: from, issueDateTo: to, includeTotal: 'true', ...withClients };
  return (
    <RecordListPage
      resource="quotes"
      icon={IconFileDescription}
      words={{ title: t('words:quotes'), lead: t('lead'), table: t('words:quotes'), empty: t('empty') }}
      emptyBody={<p>{t(mayWrite ? 'emptyBody' : 'emptyReadOnly')}</p>}
      create={{ to: '/quotes/new', label: t('words:newQuote'), permission: 'quote.write' }}
      search={search}
      onSearch={(update) => void navigate({ search: update, replace: true })}
      query={query}
      statuses={{
        resource: 'quotes',
        options: STATUSES_IN_ORDER.map((value) => ({ value, label: statusText('quote', value) })),
      }}
      filters={[
        { kind: 'text', label: t('words:search'), placeholder: t('searchIn') },
        { kind: 'dates', label: t('words:issueDate') },
        { kind: 'client' },
      ]}
      columns={columns}
      bulk={{
        nameOf,
        actions: (selected, clear) => (
          <BulkActions
            resource="quotes"
            write="quote.write"
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

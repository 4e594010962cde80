import type { ExpandableInvoice } from '@billhook/contract/invoicing/expanded';
import type { Column } from '@billhook/ui/components/data-table';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { ClientName } from '../../shared/workspace/client-name.js';
import { InvoiceStatusBadge } from '../../shared/workspace/document-status.js';
import { PageLink } from '../../shared/workspace/links.js';
import { Money } from '../../shared/workspace/money.js';
import { documentNameClass, useDocumentName } from '../../shared/workspace/use-document-name.js';

/** The columns of a list of invoices. Columns with `sort` name members that the API sorts by. */
export function useInvoiceColumns(): Column<ExpandableInvoice>[] {
  const { t } = useTexts('documents');
  const format = useFormat();
  const nameOf = useDocumentName();
  return [
    {
      key: 'number',
      header: t('words:number'),
      wide: true,
      sort: 'number',
      phone: 'first',
      render: ({ id, number, client, expanded }) => {
        const name = nameOf(number, (client ?? expanded?.client)?.name);
        return (
          <PageLink to="/invoices/$id" params={{ id }} fw={600} className={documentNameClass(number)} title={name}>
            {name}
          </PageLink>
        );
      },
    },
    {
      key: 'client',
      header: t('words:client'),
      phone: 'second',
      render: ({ clientId: of, client, expanded }) => (
        <span className="bh-anywhere ws-party">
          <ClientName id={of} name={(client ?? expanded?.client)?.name} />
        </span>
      ),
    },
    {
      key: 'status',
      header: t('words:status'),
      phone: 'secondEnd',
      render: (invoice) => <InvoiceStatusBadge invoice={invoice} />,
    },
    {
      key: 'issued',
      spare: true,
      header: t('issued'),
      sort: 'issueDate',
      render: ({ issueDate }) => <span className="st-date">{format.day(issueDate)}</span>,
    },
    {
      key: 'due',
      spare: 'long',
      header: t('words:dueDate'),
      sort: 'dueDate',
      render: ({ dueDate }) => <span className="st-date">{dueDate ? format.day(dueDate) : '–'}</span>,
    },
    {
      key: 'gross',
      header: t('words:total'),
      sort: 'gross',
      align: 'right',
      phone: 'firstEnd',
      render: ({ totals, currency }) => <Money amount={totals.gross} currency={currency} />,
    },
    {
      key: 'balance',
      header: t('words:outstanding'),
      align: 'right',
      render: ({ number, balance, currency }) =>
        number === null ? '–' : <Money amount={balance} currency={currency} />,
    },
  ];
}

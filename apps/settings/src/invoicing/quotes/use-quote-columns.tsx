import type { ExpandableQuote } from '@billhook/contract/invoicing/expanded';
import type { Column } from '@billhook/ui/components/data-table';
import { DOT, withDots } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { ClientName } from '../../shared/workspace/client-name.js';
import { QuoteStatusBadge } from '../../shared/workspace/document-status.js';
import { PageLink } from '../../shared/workspace/links.js';
import { Money } from '../../shared/workspace/money.js';
import { documentNameClass, useDocumentName } from '../../shared/workspace/use-document-name.js';

/** The columns of a list of quotes. Columns with `sort` name members that the API sorts by. */
export function useQuoteColumns(): Column<ExpandableQuote>[] {
  const { t } = useTexts('documents');
  const quotes = useTexts('quotes').t;
  const format = useFormat();
  const nameOf = useDocumentName();
  return [
    {
      key: 'number',
      header: t('words:number'),
      wide: true,
      sort: 'number',
      phone: 'first',
      render: ({ id, number, revision, title, client, expanded }) => {
        const name = nameOf(number, (client ?? expanded?.client)?.name);
        return (
          <span className="ws-one-line">
            <PageLink to="/quotes/$id" params={{ id }} fw={600} className={documentNameClass(number)} title={name}>
              {name}
            </PageLink>
            {revision > 1 && (
              <Text span size="xs" c="dimmed">
                {' '}
                {quotes('revision', { n: revision })}
              </Text>
            )}
            {title && (
              <Text span size="xs" c="dimmed" title={title}>
                {DOT}
                {withDots(title)}
              </Text>
            )}
          </span>
        );
      },
    },
    {
      key: 'client',
      header: t('words:client'),
      phone: 'second',
      render: ({ clientId, client, expanded }) => (
        <span className="bh-anywhere ws-party">
          <ClientName id={clientId} name={(client ?? expanded?.client)?.name} />
        </span>
      ),
    },
    {
      key: 'status',
      header: t('words:status'),
      phone: 'secondEnd',
      render: (quote) => <QuoteStatusBadge quote={quote} />,
    },
    {
      key: 'issued',
      spare: true,
      header: t('issued'),
      sort: 'issueDate',
      render: ({ issueDate }) => <span className="st-date">{format.day(issueDate)}</span>,
    },
    {
      key: 'expiry',
      header: t('words:expiryDate'),
      sort: 'expiryDate',
      render: ({ expiryDate }) => <span className="st-date">{expiryDate ? format.day(expiryDate) : '–'}</span>,
    },
    {
      key: 'gross',
      header: t('words:total'),
      sort: 'gross',
      align: 'right',
      phone: 'firstEnd',
      render: ({ totals, currency }) => <Money amount={totals.gross} currency={currency} />,
    },
  ];
}

import type { ClientPageView, ListedDocument } from '@billhook/contract/invoicing/client-page';
import { isZeroText } from '@billhook/domain/shared/decimal';
import { SkipLink } from '@billhook/ui/components/skip-link';
import { withDots } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { useEffect } from 'react';
import { useDocumentFormat } from '../document/use-document-format.js';
import { DocumentStatus } from '../summary/document-status.js';
import { SandboxBanner } from '../summary/preview-banner.js';
import { PageBar } from './page-bar.js';

export { clientTexts } from '../texts/client-texts.js';

const PATHS = { Invoice: 'invoices', Quote: 'quotes', CreditNote: 'credit-notes' } as const;

/** All documents of a client: what is due, then each document with the link to its page. It needs no script. */
export function ClientPage({ token, client: shown }: { token: string; client: ClientPageView }) {
  const { t } = useTexts('client');
  const words = useTexts('document');
  const { seller, client, documents } = shown;
  const title = words.t('all');
  useEffect(() => {
    document.title = `${title} · ${seller.name}`;
  }, [title, seller.name]);
  return (
    <>
      <SkipLink />
      <PageBar seller={seller} />
      {shown.sandbox && <SandboxBanner />}
      <main id="main" tabIndex={-1} className="pd-list">
        <section
          className="bh-panel pd-summary"
          aria-labelledby="title"
          style={seller.accentColor ? { borderTop: `3px solid ${seller.accentColor}` } : undefined}
        >
          <h1 id="title">{title}</h1>
          <p className="pd-lead">{withDots(t('lead', { seller: seller.name, client: client.name }))}</p>
          <Dues due={shown.due} />
        </section>
        <section className="bh-panel pd-sheet" aria-labelledby="title">
          {documents.length === 0 ? <p>{t('none')}</p> : <Documents token={token} documents={documents} />}
        </section>
        <Pages {...shown} />
        {seller.email && (
          <p className="pd-lead">
            {t('contact', { seller: seller.name })} <a href={`mailto:${seller.email}`}>{seller.email}</a>
          </p>
        )}
      </main>
    </>
  );
}

/** What is due in all, by currency. */
function Dues({ due }: Pick<ClientPageView, 'due'>) {
  const { t } = useTexts('client');
  const format = useDocumentFormat();
  if (due.length === 0) return <p className="pd-amount">{t('nothingDue')}</p>;
  return (
    <div className="pd-dues">
      {due.map(({ currency, due: amount, overdue }) => (
        <p key={currency} className="pd-amount">
          <span>{t('due')}</span>
          <strong>{format.money(amount, currency)}</strong>
          {!isZeroText(overdue) && <span>{t('overdue', { amount: format.money(overdue, currency) })}</span>}
        </p>
      ))}
    </div>
  );
}

/** A table that becomes cards on a phone. The roles are explicit because `display: block` removes them. */
function Documents({ token, documents }: { token: string; documents: readonly ListedDocument[] }) {
  const { t } = useTexts('client');
  const words = useTexts('document');
  const format = useDocumentFormat();
  const heads = ['document', 'status', 'issued', 'until', 'total', 'paid', 'left'] as const;
  return (
    <table className="pd-documents" role="table" aria-label={words.t('all')}>
      <thead role="rowgroup">
        <tr role="row">
          {heads.map((head) => (
            <th key={head} role="columnheader" scope="col">
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {documents.map(({ kind, id, number, currency, ...each }) => (
          <tr key={`${kind} ${id}`} role="row">
            <td role="cell" className="pd-what">
              <a href={`/d/${token}/${PATHS[kind]}/${id}`}>
                {words.t('heading', { kind: words.t(`kind.${kind}`), number })}
              </a>
              {each.title && <p>{withDots(each.title)}</p>}
              {each.awaitsAnswer && <p>{t('awaitsAnswer')}</p>}
            </td>
            <td role="cell">
              <DocumentStatus status={each.status} />
            </td>
            <td role="cell" data-label={t('issued')}>
              {format.shortDate(each.issueDate)}
            </td>
            <td role="cell" data-label={each.until ? t(kind === 'Quote' ? 'validUntil' : 'dueOn') : undefined}>
              {each.until && format.shortDate(each.until)}
            </td>
            <td role="cell" data-label={t('total')}>
              {format.money(each.total, currency)}
            </td>
            <td role="cell" data-label={isShown(each.paid) ? t('paid') : undefined}>
              {isShown(each.paid) && format.money(each.paid, currency)}
            </td>
            <td role="cell" data-label={isShown(each.due) ? t('left') : undefined}>
              {isShown(each.due) && <strong>{format.money(each.due, currency)}</strong>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isShown = (amount: string | null): amount is string => amount !== null && !isZeroText(amount);

function Pages({ page, pages }: Pick<ClientPageView, 'page' | 'pages'>) {
  const { t } = useTexts('client');
  if (pages === 1) return null;
  return (
    <nav className="pd-pages" aria-label={t('pages')}>
      {page > 1 && <a href={`?page=${page - 1}`}>{t('newer')}</a>}
      <span>{t('page', { page, pages })}</span>
      {page < pages && <a href={`?page=${page + 1}`}>{t('older')}</a>}
    </nav>
  );
}

import { REFERENCE_NAMES } from '@billhook/contract/invoicing/document-fields';
import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { withDots } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { LinesTable } from './lines-table.js';
import { TaxTable } from './tax-table.js';
import { TotalsTable } from './totals-table.js';
import { useDocumentFormat } from './use-document-format.js';

/** The document in its printed form. */
export function DocumentSheet({ document }: { document: PublicDocumentView }) {
  const { t } = useTexts('document');
  return (
    <article className="bh-panel pd-sheet" aria-labelledby="title">
      <Parties document={document} />
      {document.title && <h2 className="pd-title">{withDots(document.title)}</h2>}
      <Facts document={document} />
      <LinesTable document={document} />
      <div className="pd-sums">
        <TaxTable document={document} />
        <TotalsTable document={document} />
      </div>
      {document.notes.length > 0 && (
        <section className="pd-words">
          <h2>{t('sheet.notes')}</h2>
          {document.notes.map((note, index) => (
            <p key={index}>{note}</p>
          ))}
        </section>
      )}
      {document.terms && (
        <section className="pd-words">
          <h2>{t('sheet.terms')}</h2>
          <p>{document.terms}</p>
        </section>
      )}
      {document.seller.legalNotice && <footer className="pd-legal">{document.seller.legalNotice}</footer>}
    </article>
  );
}

function Parties({ document: { kind, seller, client } }: { document: PublicDocumentView }) {
  const { t } = useTexts('document');
  const format = useDocumentFormat();
  const sellersCountry = seller.address?.country;
  return (
    <div className="pd-parties">
      <section>
        <h2>{t('sheet.from')}</h2>
        <p className="pd-name">{withDots(seller.name)}</p>
        {seller.address && <Lines lines={format.address(seller.address, client.billingAddress.country)} />}
        {seller.email && (
          <p>
            <a href={`mailto:${seller.email}`}>{seller.email}</a>
          </p>
        )}
        {seller.phone && (
          <p>
            <a href={`tel:${seller.phone.replace(/[^+\d]/g, '')}`}>{seller.phone}</a>
          </p>
        )}
        {seller.website && <p>{seller.website}</p>}
        <Registration {...seller} />
      </section>
      <section>
        <h2>{t(`sheet.to.${kind}`)}</h2>
        <p className="pd-name">{withDots(client.name)}</p>
        {client.tradingName && client.tradingName !== client.name && <p>{withDots(client.tradingName)}</p>}
        <Lines lines={format.address(client.billingAddress, sellersCountry)} />
        <Registration {...client} />
      </section>
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => <p key={index}>{withDots(line)}</p>);
}

type Registered = Pick<PublicDocumentView['client'], 'legalId' | 'vatNumber'> &
  Partial<Pick<PublicDocumentView['seller'], 'taxNumber'>>;

function Registration({ legalId, vatNumber, taxNumber }: Registered) {
  const { t } = useTexts('document');
  return (
    <>
      {legalId && (
        <p className="pd-dim">
          {t('sheet.legalId')} {legalId.value}
        </p>
      )}
      {vatNumber && (
        <p className="pd-dim">
          {t('sheet.vat')} {vatNumber}
        </p>
      )}
      {taxNumber && (
        <p className="pd-dim">
          {t('sheet.taxNumber')} {taxNumber}
        </p>
      )}
    </>
  );
}

function Facts({ document }: { document: PublicDocumentView }) {
  const { t } = useTexts('document');
  const format = useDocumentFormat();
  const { credits, servicePeriod } = document;
  const date = (value: string | null) => value && format.date(value);
  const facts: [string, string | null][] = [
    [t('sheet.issueDate'), date(document.issueDate)],
    [t('sheet.dueDate'), date(document.dueDate)],
    [t('sheet.expiryDate'), date(document.expiryDate)],
    [t('sheet.supplyDate'), date(document.supplyDate)],
    [t('sheet.servicePeriod'), servicePeriod && format.period(servicePeriod)],
    [t('sheet.invoice'), credits && credits.invoiceNumber],
    [t('sheet.reason'), credits && (credits.reason.text ?? t(`sheet.reasons.${credits.reason.code}`))],
    ...REFERENCE_NAMES.map((name): [string, string | null] => [t(`sheet.references.${name}`), document[name]]),
  ];
  return (
    <dl className="pd-facts">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { useTexts } from '@billhook/ui/use-texts';
import { useDocumentFormat } from './use-document-format.js';

/** VAT as the law requires it: the taxable amount and the tax by category and rate, and the reason if none is due. */
export function TaxTable({ document: { taxBreakdown } }: { document: PublicDocumentView }) {
  const { t } = useTexts('document');
  const format = useDocumentFormat();
  return (
    <table className="pd-taxes">
      <caption>{t('taxes.title')}</caption>
      <thead>
        <tr>
          {(['category', 'rate', 'taxable', 'tax'] as const).map((head) => (
            <th key={head} scope="col">
              {t(`taxes.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {taxBreakdown.map(({ category, rate, taxable, tax, exemptionReason }) => (
          <tr key={`${category} ${rate}`}>
            <td>
              {t(`taxes.categories.${category}`)}
              {exemptionReason && <p>{exemptionReason}</p>}
            </td>
            <td>{rate === null ? t('lines.noRate') : format.percent(rate)}</td>
            <td>{format.number(taxable)}</td>
            <td>{format.number(tax)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { withDots } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { useLineRows } from './use-line-rows.js';

/** A table that becomes cards on a phone. The roles are explicit because `display: grid` removes them. */
export function LinesTable({ document }: { document: PublicDocumentView }) {
  const { t } = useTexts('document');
  const rows = useLineRows(document);
  const { pricesIncludeTax } = document;
  const heads = [
    t('lines.name'),
    t('lines.quantity'),
    t(pricesIncludeTax ? 'lines.priceWithTax' : 'lines.price'),
    t('lines.rate'),
    t(pricesIncludeTax ? 'lines.gross' : 'lines.net'),
  ];
  return (
    <table className="pd-lines" role="table" aria-label={t('lines.title')}>
      <thead role="rowgroup">
        <tr role="row">
          {heads.map((head) => (
            <th key={head} role="columnheader" scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <tr key={index} role="row">
            <td role="cell" className="pd-what">
              <span>{withDots(row.name)}</span>
              {row.details.map((detail, n) => (
                <p key={n}>{withDots(detail)}</p>
              ))}
            </td>
            <td role="cell">{row.quantity}</td>
            <td role="cell" data-times={row.quantity === '' ? undefined : ''}>
              {row.price}
            </td>
            <td role="cell" data-rate={row.rate === '' ? undefined : t('lines.rate')}>
              {row.rate}
            </td>
            <td role="cell">{row.amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { amountInFull } from '@billhook/domain/invoicing/amount';
import { isCurrency } from '@billhook/domain/invoicing/currency';

/*
 * People type decimals in many ways; the API takes one. Nothing here computes: digits are moved, so nothing is lost.
 */

/** What was typed as the API writes decimals: "1 234,5" is "1234.5", ".5" is "0.5". What is no decimal stays, to be refused by name. */
export function decimalOf(typed: string): string {
  let text = typed.replace(/[\s\u00a0\u202f'’]/g, '').replace('−', '-');
  // With both signs the last one is the decimal sign; a comma alone is one, too, unless there are several.
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (comma >= 0 && point >= 0)
    text = comma > point ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  else if (comma >= 0) text = text.indexOf(',') === comma ? text.replace(',', '.') : text.replaceAll(',', '');
  text = text
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '');
  return text;
}

/** The same with the digits of a currency, where that loses nothing: "12" in EUR is "12.00". */
export function amountOf(typed: string, currency: string): string {
  const text = decimalOf(typed);
  if (text === '' || !isCurrency(currency)) return text;
  return amountInFull(text, currency) ?? text;
}

import { amountInFull } from '@billhook/domain/invoicing/amount';
import { isCurrency } from '@billhook/domain/invoicing/currency';

/* People type decimals in many formats; the API accepts one. Nothing is computed here: digits are only moved, so none is lost. */

/**
 * The typed text in the format of the API: "1 234,5" is "1234.5", ".5" is "0.5". Text that is not a decimal is unchanged, so that the API rejects it
 * by name.
 */
export function decimalOf(typed: string): string {
  let text = typed.replace(/[\s\u00a0\u202f'’]/g, '').replace('−', '-');
  // If there are both signs, the last one is the decimal sign; a single comma is one as well.
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

/** The same with the digits of a currency, if that loses nothing: "12" in EUR is "12.00". */
export function amountOf(typed: string, currency: string): string {
  const text = decimalOf(typed);
  if (text === '' || !isCurrency(currency)) return text;
  return amountInFull(text, currency) ?? text;
}

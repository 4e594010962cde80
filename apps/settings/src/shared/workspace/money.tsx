import { currencyDigits, isCurrency } from '@billhook/domain/invoicing/codes/currency';
import {
  documentLocale,
  formatAmount,
  formatNumber,
  formatPercent,
  formatPrice,
  formatQuantity,
} from '@billhook/domain/shared/format-amount';
import { useLanguage } from '@billhook/ui/use-texts';

export interface Amounts {
  /** An amount with its currency: "€1,234.50". */
  amount(amount: string, currency: string): string;
  /** A number with the given decimals. */
  number(decimal: string): string;
  /** A quantity, without trailing zeros. */
  short(decimal: string): string;
  /** A rate in percent: "5.5%". */
  percent(rate: string): string;
  /** A price with its currency, with at least the given digits: "€19.995", "€450.00". */
  price(decimal: string, currency: string): string;
}

function amountsOf(language: string): Amounts {
  const locale = documentLocale(language);
  return {
    amount: (amount, currency) => formatAmount(amount, currency, locale),
    number: (decimal) => formatNumber(decimal, locale),
    short: (decimal) => formatQuantity(decimal, locale),
    percent: (rate) => formatPercent(rate, locale),
    price: (decimal, currency) =>
      formatPrice(decimal, currency, isCurrency(currency) ? currencyDigits(currency) : 2, locale),
  };
}

const known = new Map<string, Amounts>();

/** Amounts in the current language, from exact texts, without floats. */
export function useAmounts(): Amounts {
  const language = useLanguage();
  const amounts = known.get(language) ?? amountsOf(language);
  known.set(language, amounts);
  return amounts;
}

/** More letters than 9,999,999.99 has with the sign of its currency. */
const LONG = 14;

/** The space between a number and its currency, where a narrow column breaks a long amount. */
const BESIDE_CURRENCY = /(?<=^-?[^\d-]+)[\u00a0\u202f](?=-?\d)|[\u00a0\u202f](?=\D+$)/;

/** An amount with its currency, in tabular digits, so that columns line up. */
export function Money({ amount, currency, strong }: { amount: string; currency: string; strong?: boolean }) {
  const text = useAmounts().amount(amount, currency);
  const long = text.length > LONG;
  return (
    <span className="ws-num" data-strong={strong || undefined} data-long={long || undefined}>
      {long ? text.replace(BESIDE_CURRENCY, ' ') : text}
    </span>
  );
}

import { isZeroText } from '../shared/decimal.js';
import { formatAmount, type DocumentLocale } from '../shared/format-amount.js';
import { formatDay } from '../shared/format-day.js';

/** What the headline of a document says. */
export interface HeadlineFacts {
  readonly kind: 'Invoice' | 'Quote' | 'CreditNote';
  /** What the client has to pay or receives, with the digits of its currency. */
  readonly amount: string;
  readonly currency: string;
  /** The due date of an invoice or the last day of a quote, `YYYY-MM-DD`. */
  readonly until: string | null | undefined;
}

const WORDS = {
  en: {
    due: (amount: string, date: string) => `${amount} due ${date}`,
    payable: (amount: string) => `${amount} due`,
    valid: (amount: string, date: string) => `${amount}, valid until ${date}`,
    credited: (amount: string) => `${amount} credited`,
  },
  fr: {
    due: (amount: string, date: string) => `${amount} à régler au plus tard le ${date}`,
    payable: (amount: string) => `${amount} à régler`,
    valid: (amount: string, date: string) => `${amount}, valable jusqu’au ${date}`,
    credited: (amount: string) => `Avoir de ${amount}`,
  },
} as const satisfies Record<DocumentLocale, unknown>;

/**
 * "€1,199.88 due 24 December 2026": the first thing that a PDF, an email and the page of a document say. Null if nothing is to be paid.
 * The spaces of amount and date are no-break spaces.
 */
export function documentHeadline(
  { kind, amount, currency, until }: HeadlineFacts,
  locale: DocumentLocale,
): string | null {
  const words = WORDS[locale];
  const money = formatAmount(amount, currency, locale);
  const date = until ? formatDay(until, locale).replaceAll(' ', '\u00a0') : null;
  switch (kind) {
    case 'Invoice':
      if (amount.startsWith('-') || isZeroText(amount)) return null;
      return date === null ? words.payable(money) : words.due(money, date);
    case 'Quote':
      return date === null ? money : words.valid(money, date);
    case 'CreditNote':
      return words.credited(money);
  }
}

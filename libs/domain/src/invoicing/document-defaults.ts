import { addDays, type PaymentTerms } from '../shared/calendar.js';
import { documentLocale, type DocumentLocale } from '../shared/format-amount.js';
import { requiredTerms } from './legal-texts.js';
import { usualTaxRates } from './taxes/usual-tax-rates.js';

type TextsByLocale = { readonly [L in DocumentLocale]?: string | undefined };
type TermsWithText = PaymentTerms & { readonly text?: string | undefined };

/** What a company gives its new documents; null for nothing. */
export interface CompanyDefaults {
  readonly paymentTerms: TermsWithText | null;
  /** The days from the issue date of a quote to the last day on which it can be accepted. */
  readonly quoteValidityDays: number | null;
  /** A percentage. Only screens use it: a program names the rate of each line. */
  readonly defaultTaxRate: string | null;
  readonly terms: TextsByLocale | null;
  readonly notes: TextsByLocale | null;
  /** The language of documents of clients without one. */
  readonly locale: string | null;
}

/** The members of a client that precede the defaults of the company. */
export interface ClientDefaults {
  readonly paymentTerms: TermsWithText | null;
  readonly locale: string | null;
}

export const NO_CLIENT: ClientDefaults = { paymentTerms: null, locale: null };

export const NO_COMPANY_DEFAULTS = {
  paymentTerms: null,
  quoteValidityDays: null,
  defaultTaxRate: null,
  terms: null,
  notes: null,
  locale: null,
} as const satisfies CompanyDefaults;

/** The beginning of a new company: 30 days, the standard rate of its country, and the sentences that its law requires. */
export function newCompanyDefaults(country: string | undefined, locale: DocumentLocale | null): CompanyDefaults {
  return {
    paymentTerms: { days: 30, endOfMonth: false },
    quoteValidityDays: 30,
    defaultTaxRate: usualTaxRates(country)[0] ?? null,
    terms: requiredTerms(country),
    notes: null,
    locale,
  };
}

/** Where the payment terms of a new document come from. */
export type TermsOrigin = 'client' | 'company' | 'none';

/** The payment terms of a new document: those of the client, else those of the company. */
export function inheritedPaymentTerms(
  company: Pick<CompanyDefaults, 'paymentTerms'>,
  client: Pick<ClientDefaults, 'paymentTerms'>,
): { readonly from: TermsOrigin; readonly terms: TermsWithText | null } {
  if (client.paymentTerms) return { from: 'client', terms: client.paymentTerms };
  return { from: company.paymentTerms ? 'company' : 'none', terms: company.paymentTerms };
}

/** The language that a new document stores: that of the company, if the client has none. Null follows the client. */
export function inheritedLocale(
  company: Pick<CompanyDefaults, 'locale'>,
  client: Pick<ClientDefaults, 'locale'>,
): DocumentLocale | null {
  return client.locale === null && company.locale !== null ? documentLocale(company.locale) : null;
}

/**
 * The terms and notes of a new document. The terms are the text of the payment terms, and below it the terms of the company.
 * @param locale of the document; null is the language of the client, else of the company
 */
export function inheritedTexts(
  company: CompanyDefaults,
  client: ClientDefaults,
  locale: string | null,
): { readonly terms: string | null; readonly notes: string[] } {
  const language = documentLocale(locale ?? client.locale ?? company.locale);
  const parts = [inheritedPaymentTerms(company, client).terms?.text, company.terms?.[language]];
  const terms = parts.filter((text) => text !== undefined && text !== '').join('\n');
  const note = company.notes?.[language];
  return { terms: terms === '' ? null : terms, notes: note === undefined ? [] : [note] };
}

/** The expiry date of a new quote, `YYYY-MM-DD`; null without a default. */
export function inheritedExpiry(
  { quoteValidityDays }: Pick<CompanyDefaults, 'quoteValidityDays'>,
  issueDate: string,
): string | null {
  return quoteValidityDays === null ? null : addDays(issueDate, quoteValidityDays);
}

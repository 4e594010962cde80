import { documentHeadline } from '@billhook/domain/invoicing/headline';
import type { MailResource } from '@billhook/domain/invoicing/mail';
import { isZeroText } from '@billhook/domain/shared/decimal';
import { formatAmount, type DocumentLocale } from '@billhook/domain/shared/format-amount';
import { formatDay } from '@billhook/domain/shared/format-day';
import { TEXTS } from './document-mail-texts.js';
import { oneLine, paragraphs } from './escape.js';
import type { MailBrand, MailParts } from './mail-parts.js';
import { renderMail, type ComposedMail } from './render-mail.js';

/** Decimals with the digits of the currency. An invoice that is paid, credited or written off has no outstanding amount. */
export interface MailedAmounts {
  readonly paid: string;
  readonly credited: string;
  readonly outstanding: string;
  /** The payments of the paid amount, the oldest first, with the part of each that pays this invoice. Left out if there are too many. */
  readonly payments?: readonly { readonly date: string; readonly amount: string }[];
}

/** The input of an email about a document. Plain data: nothing is looked up. */
export interface MailFacts {
  readonly kind: MailResource;
  readonly locale: DocumentLocale;
  /** The number of the document, `INV-2026-00001`. */
  readonly number: string;
  readonly sellerName: string;
  /** The lines of its address, below its name. */
  readonly sellerAddress?: readonly string[];
  readonly brand?: Pick<MailBrand, 'logo' | 'color'>;
  readonly clientName: string;
  /** A decimal with the digits of its currency, `1080.00`. */
  readonly gross: string;
  readonly currency: string;
  /** For an invoice, `YYYY-MM-DD`. */
  readonly dueDate?: string | null;
  /** For a quote, `YYYY-MM-DD`. */
  readonly expiryDate?: string | null;
  /** For an invoice, its amounts as they are now: the attached PDF shows the amounts at issue. */
  readonly settled?: MailedAmounts;
  /** The address of the public page; null leaves out the button. */
  readonly publicUrl: string | null;
  /** Where the outstanding amount can be paid. */
  readonly payUrl?: string | null;
  /** The page with all documents of the client. */
  readonly clientUrl?: string | null;
  /** The reply address; null if the company has none. */
  readonly replyTo: string | null;
  /** Whether the PDF is attached. */
  readonly attached: boolean;
  /** A message of the sender, shown above everything else. */
  readonly message?: string | null;
}

/**
 * Composes the email that delivers a document, as plain text and as HTML, in the language of the document. Pure.
 * @throws RangeError for an invalid amount, date or link
 */
export function composeMail(facts: MailFacts): ComposedMail {
  return renderMail(partsOf(facts));
}

function partsOf(facts: MailFacts): MailParts {
  const { locale, publicUrl, payUrl = null, clientUrl = null, brand, sellerAddress = [] } = facts;
  const texts = TEXTS[locale];
  const document = texts.documents[facts.kind];
  const number = oneLine(facts.number);
  const seller = oneLine(facts.sellerName);
  const settled = settlementOf(facts);
  const date = settled.nothingDue ? null : (facts.dueDate ?? facts.expiryDate ?? null);
  return {
    locale,
    subject: document.subject(number, seller),
    headline: headlineOf(facts),
    ...(brand && { brand: { name: seller, ...brand } }),
    opening: [
      texts.greeting(oneLine(facts.clientName)),
      ...paragraphs(facts.message ?? ''),
      settled.nothingDue ? `${document.intro(number)} ${texts.nothingDue}` : document.intro(number),
    ],
    facts: [
      { label: document.amount, value: formatAmount(facts.gross, facts.currency, locale) },
      ...settled.amounts.map(({ label, amount }) => ({ label, value: formatAmount(amount, facts.currency, locale) })),
      ...(date === null || document.date === null ? [] : [{ label: document.date, value: formatDay(date, locale) }]),
    ],
    link:
      publicUrl === null ? null : { label: settled.nothingDue ? document.button : document.payButton, url: publicUrl },
    moreLinks: [
      ...(payUrl === null ? [] : [{ label: texts.payNow, url: payUrl }]),
      ...(clientUrl === null ? [] : [{ label: texts.allDocuments, url: clientUrl }]),
    ],
    after: facts.attached
      ? [settled.changed ? `${document.attached} ${texts.attachedAsIssued}` : document.attached]
      : [],
    closing: [
      facts.replyTo === null ? texts.answer(seller) : texts.answerTo(seller, oneLine(facts.replyTo)),
      [seller, ...sellerAddress.map(oneLine)].join('\n'),
    ],
  };
}

/** What was paid and credited since the issue, what is outstanding, and whether the attached PDF shows other amounts. */
function settlementOf({ locale, settled }: MailFacts) {
  if (!settled) return { amounts: [], nothingDue: false, changed: false };
  const { paid, credited, outstanding, payments = [] } = settled;
  const texts = TEXTS[locale];
  const nothingDue = isZeroText(outstanding);
  const since = [
    ...(payments.length > 0
      ? payments.map(({ date, amount }) => ({ label: texts.paidOn(formatDay(date, locale)), amount }))
      : [{ label: texts.paid, amount: paid }]),
    { label: texts.credited, amount: credited },
  ].filter(({ amount }) => !isZeroText(amount));
  const rest = since.length === 0 || nothingDue ? [] : [{ label: texts.outstanding, amount: outstanding }];
  return { amounts: [...since, ...rest], nothingDue, changed: since.length > 0 || nothingDue };
}

function headlineOf({ kind, locale, gross, currency, settled, dueDate, expiryDate }: MailFacts): string | null {
  const kinds = { invoice: 'Invoice', quote: 'Quote', credit_note: 'CreditNote' } as const;
  const amount = settled ? settled.outstanding : gross;
  return documentHeadline({ kind: kinds[kind], amount, currency, until: dueDate ?? expiryDate }, locale);
}

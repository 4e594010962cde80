import { formatAmount, type DocumentLocale } from '@billhook/domain/shared/format-amount';
import { formatDay } from '@billhook/domain/shared/format-day';
import type { MailResource } from '@billhook/domain/invoicing/mail';
import { oneLine, paragraphs } from './escape.js';
import type { MailParts } from './mail-parts.js';
import { renderMail, type ComposedMail } from './render-mail.js';
import { TEXTS } from './texts.js';

/** What a mail about a document says. Plain data: nothing is looked up. */
export interface MailFacts {
  readonly kind: MailResource;
  readonly locale: DocumentLocale;
  /** Of the document, `INV-2026-00001`. */
  readonly number: string;
  readonly sellerName: string;
  readonly clientName: string;
  /** A decimal with the digits of its currency, `1080.00`. */
  readonly gross: string;
  readonly currency: string;
  /** Of an invoice, `YYYY-MM-DD`. */
  readonly dueDate?: string | null;
  /** Of a quote, `YYYY-MM-DD`. */
  readonly expiryDate?: string | null;
  /** The page of the document; null leaves out the button. */
  readonly publicUrl: string | null;
  /** Where answers go; null where the company has no address. */
  readonly replyTo: string | null;
  /** Whether the PDF comes with it. */
  readonly attached: boolean;
  /** Words of the sender, shown above all else. */
  readonly message?: string | null;
}

/**
 * The email that delivers a document, as plain text and as HTML, in the language of the document. Pure.
 * @throws RangeError when the amount is no decimal, a date no calendar date, or the link no http address
 */
export function composeMail(facts: MailFacts): ComposedMail {
  return renderMail(partsOf(facts));
}

function partsOf(facts: MailFacts): MailParts {
  const { locale, publicUrl } = facts;
  const texts = TEXTS[locale];
  const document = texts.documents[facts.kind];
  const number = oneLine(facts.number);
  const seller = oneLine(facts.sellerName);
  const date = facts.dueDate ?? facts.expiryDate ?? null;
  return {
    locale,
    subject: document.subject(number, seller),
    opening: [texts.greeting(oneLine(facts.clientName)), ...paragraphs(facts.message ?? ''), document.intro(number)],
    facts: [
      { label: document.amount, value: formatAmount(facts.gross, facts.currency, locale) },
      ...(date === null || document.date === null ? [] : [{ label: document.date, value: formatDay(date, locale) }]),
    ],
    link: publicUrl === null ? null : { label: document.button, url: publicUrl },
    after: facts.attached ? [document.attached] : [],
    closing: [facts.replyTo === null ? texts.answer(seller) : texts.answerTo(seller, oneLine(facts.replyTo)), seller],
  };
}

import { formatAmount, type DocumentLocale } from '@billhook/domain/format-amount';
import { formatDay } from '@billhook/domain/format-day';
import type { MailResource } from '@billhook/domain/mail';
import { oneLine, paragraphs } from './escape.js';
import { renderHtml } from './html.js';
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

export interface ComposedMail {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The parts of a mail in their order, before they are text or HTML. Nothing in it is escaped. */
export interface MailParts {
  readonly locale: DocumentLocale;
  readonly subject: string;
  readonly greeting: string;
  readonly message: readonly string[];
  readonly intro: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly link: { readonly label: string; readonly hint: string; readonly url: string } | null;
  readonly attached: string | null;
  readonly answer: string;
  readonly signature: string;
}

/**
 * The mail that hands a document over, as plain text and as HTML, in the language of the document. Pure.
 * @throws RangeError when the amount is no decimal, a date no calendar date, or the link no http address
 */
export function composeMail(facts: MailFacts): ComposedMail {
  const parts = partsOf(facts);
  return { subject: parts.subject, text: renderText(parts), html: renderHtml(parts) };
}

function partsOf(facts: MailFacts): MailParts {
  const { locale, publicUrl } = facts;
  const texts = TEXTS[locale];
  const document = texts.documents[facts.kind];
  const number = oneLine(facts.number);
  const seller = oneLine(facts.sellerName);
  const date = facts.dueDate ?? facts.expiryDate ?? null;
  if (publicUrl !== null && !/^https?:\/\/\S+$/.test(publicUrl)) throw new RangeError('the link is no http address');
  return {
    locale,
    subject: document.subject(number, seller),
    greeting: texts.greeting(oneLine(facts.clientName)),
    message: paragraphs(facts.message ?? ''),
    intro: document.intro(number),
    facts: [
      { label: document.amount, value: formatAmount(facts.gross, facts.currency, locale) },
      ...(date === null || document.date === null ? [] : [{ label: document.date, value: formatDay(date, locale) }]),
    ],
    link: publicUrl === null ? null : { label: document.button, hint: texts.linkHint, url: publicUrl },
    attached: facts.attached ? document.attached : null,
    answer: facts.replyTo === null ? texts.answer(seller) : texts.answerTo(seller, oneLine(facts.replyTo)),
    signature: seller,
  };
}

function renderText({ locale, link, ...parts }: MailParts): string {
  const { labelled } = TEXTS[locale];
  const blocks = [
    parts.greeting,
    ...parts.message,
    parts.intro,
    parts.facts.map(({ label, value }) => labelled(label, value)).join('\n'),
    ...(link ? [`${labelled(link.label, '').trimEnd()}\n${link.url}`] : []),
    ...(parts.attached === null ? [] : [parts.attached]),
    parts.answer,
    parts.signature,
  ];
  return `${blocks.join('\n\n')}\n`;
}

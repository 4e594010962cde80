import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import { renderHtml } from './html.js';
import { LABELS } from './labels.js';

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
  /** The paragraphs above the facts. */
  readonly opening: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly link: { readonly label: string; readonly url: string } | null;
  /** Those below them and the link. */
  readonly after: readonly string[];
  /** Below a rule. */
  readonly closing: readonly string[];
}

/** Pure. @throws RangeError when the link is no http address */
export function renderMail(parts: MailParts): ComposedMail {
  if (parts.link && !/^https?:\/\/\S+$/.test(parts.link.url)) throw new RangeError('the link is no http address');
  return { subject: parts.subject, text: renderText(parts), html: renderHtml(parts) };
}

function renderText({ locale, link, ...parts }: MailParts): string {
  const { labelled } = LABELS[locale];
  const blocks = [
    ...parts.opening,
    ...(parts.facts.length === 0 ? [] : [parts.facts.map(({ label, value }) => labelled(label, value)).join('\n')]),
    ...(link ? [`${labelled(link.label, '').trimEnd()}\n${link.url}`] : []),
    ...parts.after,
    ...parts.closing,
  ];
  return `${blocks.join('\n\n')}\n`;
}

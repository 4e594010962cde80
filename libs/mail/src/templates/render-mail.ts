import { renderHtml } from './html.js';
import { LABELS } from './labels.js';
import type { MailParts } from './mail-parts.js';

export interface ComposedMail {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Pure. @throws RangeError when the link is not an http address */
export function renderMail(parts: MailParts): ComposedMail {
  if (parts.link && !/^https?:\/\/\S+$/.test(parts.link.url)) throw new RangeError('the link is not an http address');
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

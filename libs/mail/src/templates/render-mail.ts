import { logoContentId } from '@billhook/domain/identity/logo';
import { escapeHtml } from './escape.js';
import { LABELS } from './labels.js';
import type { MailBrand, MailLink, MailParts } from './mail-parts.js';

export interface ComposedMail {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Pure. @throws RangeError when the link is not an http address */
export function renderMail(parts: MailParts): ComposedMail {
  for (const link of [parts.link, ...(parts.moreLinks ?? [])])
    if (link && !/^https?:\/\/\S+$/.test(link.url)) throw new RangeError('the link is not an http address');
  return { subject: parts.subject, text: renderText(parts), html: renderHtml(parts) };
}

function renderText({ locale, link, moreLinks = [], ...parts }: MailParts): string {
  const { labelled } = LABELS[locale];
  const blocks = [
    ...parts.opening,
    ...(parts.facts.length === 0 ? [] : [parts.facts.map(({ label, value }) => labelled(label, value)).join('\n')]),
    ...[link, ...moreLinks].flatMap((each) => (each ? [`${labelled(each.label, '').trimEnd()}\n${each.url}`] : [])),
    ...parts.after,
    ...parts.closing,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/*
 * Limited to what mail clients support: one column, inline styles, nothing loaded. Text has no colour and only the button has a
 * background: a client in dark mode can invert everything. A logo gets white below it, for which it is made.
 */
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5";
const PARAGRAPH = 'margin:0 0 16px';
const COLOR = '#1f4fd8';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:6px;color:#ffffff;font-weight:600;text-decoration:none';
const HEADLINE = 'margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:700';
const MOST_LOGO = { width: 240, height: 64 } as const;
const SMALL = 'margin:0 0 16px;font-size:13px;opacity:0.75;word-break:break-all';
const RULE = 'border:0;border-top:1px solid #8884;margin:24px 0 16px';

/** The HTML document of an email, with everything escaped. */
function renderHtml({ locale, link, moreLinks = [], brand, headline, ...parts }: MailParts): string {
  const { labelled, linkHint } = LABELS[locale];
  const facts = parts.facts.map(({ label, value }) =>
    labelled(escapeHtml(label), `<strong>${escapeHtml(value)}</strong>`),
  );
  const blocks = [
    ...(brand?.logo ? [logo(brand.logo, brand.name)] : []),
    ...(headline ? [`<p style="${HEADLINE}">${escapeHtml(headline)}</p>`] : []),
    ...parts.opening.map(paragraph),
    ...(facts.length === 0 ? [] : [`<p style="${PARAGRAPH}">${facts.join('<br>')}</p>`]),
    ...(link ? button(link, linkHint, brand?.color ?? COLOR) : []),
    ...moreLinks.map(plainLink),
    ...parts.after.map(paragraph),
    `<hr style="${RULE}">`,
    ...parts.closing.map(paragraph),
  ];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(parts.subject)}</title>
</head>
<body style="margin:0;padding:0">
<div style="max-width:560px;margin:0 auto;padding:24px 16px;${FONT}">
${blocks.join('\n')}
</div>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p style="${PARAGRAPH}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
}

function button({ label, url }: MailLink, hint: string, color: string): string[] {
  const href = escapeHtml(url);
  return [
    `<p style="${PARAGRAPH}"><a href="${href}" style="${BUTTON};background-color:${color}">${escapeHtml(label)}</a></p>`,
    `<p style="${SMALL}">${escapeHtml(hint)}<br><a href="${href}" style="color:inherit">${href}</a></p>`,
  ];
}

const plainLink = ({ label, url }: MailLink): string =>
  `<p style="${PARAGRAPH}"><a href="${escapeHtml(url)}" style="color:inherit;font-weight:600">${escapeHtml(label)}</a></p>`;

function logo({ digest, width, height }: NonNullable<MailBrand['logo']>, name: string): string {
  const scale = Math.min(MOST_LOGO.width / width, MOST_LOGO.height / height);
  const [w, h] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  const style = 'display:block;background-color:#ffffff;padding:4px;border-radius:4px';
  return `<p style="${PARAGRAPH}"><img src="cid:${logoContentId(digest)}" width="${w}" height="${h}" alt="${escapeHtml(name)}" style="${style}"></p>`;
}

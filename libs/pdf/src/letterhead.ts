import { documentHeadline } from '@billhook/domain/invoicing/headline';
import { postalLines } from './countries.js';
import { documentDetails } from './document-details.js';
import { formatDate } from './format.js';
import { colored, LEFT, RIGHT, STYLE, TOP, WIDTH, mm } from './page-style.js';
import { isolated } from './paragraph.js';
import type { Sheet } from './sheet.js';
import { amountDue } from './totals-block.js';
import type { TextLine } from './typesetter.js';

/*
 * The address position in window envelopes: at the left by DIN 5008 (B) and ISO practice, at the right in France. The label
 * is at 49 mm, with which the address itself starts within either window.
 */
const ADDRESS_TOP = mm(49);
const ADDRESS_WIDTH = mm(80);
const ADDRESS_X = { en: LEFT, fr: RIGHT - ADDRESS_WIDTH } as const;
const FACTS_WIDTH = mm(80);
const FACTS_X = { en: RIGHT - FACTS_WIDTH, fr: LEFT } as const;
const FACT_LABEL_WIDTH = mm(34);
/** The body starts below the lower edge of the window. */
const BODY_TOP = mm(91);
const GAP = mm(9);
/** Above the title at the right, where it leaves the window and the seller's address in their places. */
const MOST_LOGO = { width: mm(60), height: mm(13) } as const;

/** Draws sender, recipient and subject; `sheet.y` is then where the line items start. */
export function drawLetterhead(sheet: Sheet): void {
  const bottom = Math.max(drawSeller(sheet), drawTitle(sheet));
  const top = Math.max(ADDRESS_TOP, bottom + mm(4));
  sheet.y = Math.max(BODY_TOP, drawClient(sheet, top) + GAP, drawFacts(sheet, top) + GAP);
  drawHeadline(sheet);
  drawSubject(sheet);
}

/** "€1,199.88 due 24 December 2026", and where the document is online. */
function drawHeadline(sheet: Sheet): void {
  const { type, source, texts } = sheet;
  const { kind, currency, locale, publicUrl } = source;
  const color = source.seller.accentColor;
  const until = kind === 'Quote' ? source.expiryDate : source.dueDate;
  const headline = documentHeadline({ kind, amount: amountDue(source), currency, until }, locale);
  const before = sheet.y;
  if (headline !== null) sheet.paragraph(sheet.root, headline, colored(STYLE.headline, color));
  if (publicUrl) {
    const name = texts.online[kind === 'Invoice' && headline !== null ? 'pay' : 'view'];
    sheet.link(type.line(name, colored(STYLE.online, color)), sheet.y, { url: publicUrl, name });
    sheet.y += STYLE.online.leading;
  }
  if (sheet.y > before) sheet.y += mm(4);
}

function drawSeller(sheet: Sheet): number {
  const { type, source } = sheet;
  const { name, address, email, phone, website } = source.seller;
  const width = WIDTH * 0.48;
  const lines = [
    ...(address ? postalLines(address, source.locale, source.client.billingAddress.country) : []),
    [phone, email].filter(Boolean).join(' · '),
    website,
  ].flatMap((line) => (line ? [line] : []));
  return block(sheet, LEFT, TOP, [
    ...type.wrap(name, STYLE.seller, width),
    ...lines.flatMap((line) => type.wrap(line, STYLE.muted, width)),
  ]);
}

function drawTitle(sheet: Sheet): number {
  const { type, source, texts } = sheet;
  const width = WIDTH * 0.5;
  const revision = source.revision ?? 1;
  const revised = revision > 1 ? ` · ${texts.facts.revision} ${revision}` : '';
  const lines = [
    ...type.wrap(texts.kinds[source.kind], colored(STYLE.title, source.seller.accentColor), width),
    ...type.wrap(`${source.number ?? texts.draft}${revised}`, STYLE.number, width),
  ];
  // Large type has so much space above it that it would look lower than the seller's name beside it.
  const below = sheet.logo(TOP, MOST_LOGO);
  const top = below > TOP ? below + mm(1.5) : TOP - 5;
  let bottom = top;
  sheet.tagged(sheet.root, 'H1', () => {
    bottom = sheet.lines(lines, LEFT, top, RIGHT);
  });
  return bottom;
}

function drawClient(sheet: Sheet, top: number): number {
  const { type, source, texts } = sheet;
  const { name, tradingName, contact, billingAddress } = source.client;
  const x = ADDRESS_X[source.locale];
  const set = (text: string) => type.wrap(text, STYLE.body, ADDRESS_WIDTH);
  return block(sheet, x, top, [
    type.line(texts.addressedTo[source.kind], STYLE.label),
    ...type.wrap(name, STYLE.strong, ADDRESS_WIDTH),
    ...(tradingName && tradingName !== name ? set(tradingName) : []),
    ...(contact ? set(contact) : []),
    ...postalLines(billingAddress, source.locale, source.seller.address?.country).flatMap(set),
  ]);
}

/** A table with a label and a value in each row. */
function drawFacts(sheet: Sheet, top: number): number {
  const { type, source } = sheet;
  const x = FACTS_X[source.locale];
  const table = sheet.open(sheet.root, 'Table');
  let y = top;
  for (const [label, value] of documentDetails(source)) {
    const labels = type.wrap(label, STYLE.muted, FACT_LABEL_WIDTH - 6);
    const values = type.wrap(value, STYLE.body, FACTS_WIDTH - FACT_LABEL_WIDTH);
    const row = sheet.open(table, 'TR');
    let bottom = y;
    const cell = (lines: readonly TextLine[], left: number) => () => {
      bottom = Math.max(bottom, sheet.lines(lines, left, y));
    };
    sheet.tagged(row, 'TH', cell(labels, x), { scope: 'Row' });
    sheet.tagged(row, 'TD', cell(values, x + FACT_LABEL_WIDTH));
    row.end();
    y = bottom + 1.5;
  }
  table.end();
  return y;
}

/** The title of a quote, or the reason of a credit note. */
function drawSubject(sheet: Sheet): void {
  const { source, texts } = sheet;
  const { locale, precedingInvoice, reason } = source;
  const before = sheet.y;
  if (source.title) sheet.paragraph(sheet.root, source.title, STYLE.subject);
  if (precedingInvoice) {
    const { number, issueDate } = precedingInvoice;
    sheet.paragraph(sheet.root, texts.credits(number, formatDate(issueDate, locale)), STYLE.body);
  }
  if (reason) {
    const words = [texts.reasons[reason.code], reason.text && isolated(reason.text)].filter(Boolean).join(' – ');
    sheet.paragraph(sheet.root, `${texts.reason}${texts.colon} ${words}`, STYLE.body);
  }
  if (sheet.y > before) sheet.y += mm(4);
}

/** Draws a typeset paragraph. @returns the y below it */
function block(sheet: Sheet, x: number, top: number, lines: readonly TextLine[]): number {
  let bottom = top;
  sheet.tagged(sheet.root, 'P', () => {
    bottom = sheet.lines(lines, x, top);
  });
  return bottom;
}

import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import { documentTitle, legalFooter } from './document-details.js';
import { drawLetterhead } from './letterhead.js';
import { drawLines } from './lines-table.js';
import { LEFT, STYLE, WIDTH, mm } from './page-style.js';
import { paymentBlock } from './payment-block.js';
import { Sheet } from './sheet.js';
import { taxTable } from './tax-table.js';
import { totalsBlock, type Block } from './totals-block.js';

const GAP = mm(5);
const BETWEEN = mm(8);
/** The VAT table goes beside the totals if its names have at least this width and the table is short. */
const LEAST_NAMES = 96;
const MOST_ROWS_BESIDE = 8;

/**
 * Renders a document as PDF/A-3b on A4. With one version of Node, a source gives the same bytes in any process, time and locale.
 * Drafts, and texts that a credit note copies from its invoice, show a character that no embedded font has as U+FFFD.
 * @param logo the bytes of the logo that the source names
 * @throws RangeError for an unknown currency or an invalid `at`
 */
export async function renderPdf(source: PrintedDocument, logo?: Uint8Array): Promise<Buffer> {
  const sheet = new Sheet(source, { title: documentTitle(source), legal: legalFooter(source), logo });
  drawLetterhead(sheet);
  const sums = closingBlock(sheet);
  drawLines(sheet, GAP + sums.height);
  sheet.y += GAP;
  sheet.ensure(sums.height);
  sums.draw();
  drawPayment(sheet);
  drawTexts(sheet);
  return sheet.finish();
}

/** The totals with the VAT table beside them, or below them if it is too large. */
function closingBlock(sheet: Sheet): Block {
  const totals = totalsBlock(sheet);
  const { length } = sheet.source.taxBreakdown;
  if (length === 0) return totals;
  const beside = taxTable(sheet, WIDTH - totals.width - mm(8));
  if (length <= MOST_ROWS_BESIDE && beside.namesWidth >= LEAST_NAMES) {
    const draw = () => {
      const top = sheet.y;
      beside.draw();
      const bottom = sheet.y;
      sheet.y = top;
      totals.draw();
      sheet.y = Math.max(sheet.y, bottom);
    };
    return { width: WIDTH, height: Math.max(totals.height, beside.height), draw };
  }
  const whole = taxTable(sheet, WIDTH);
  const draw = () => {
    totals.draw();
    sheet.y += GAP;
    whole.draw();
  };
  return { width: WIDTH, height: totals.height, draw };
}

function drawPayment(sheet: Sheet): void {
  const payment = paymentBlock(sheet);
  if (!payment) return;
  sheet.y += BETWEEN;
  sheet.ensure(payment.height);
  payment.draw();
}

function drawTexts(sheet: Sheet): void {
  const { source, texts } = sheet;
  drawText(sheet, texts.notes, source.notes);
  drawText(sheet, texts.terms, source.terms ? [source.terms] : []);
}

function drawText(sheet: Sheet, heading: string, paragraphs: readonly string[]): void {
  if (paragraphs.length === 0) return;
  sheet.y += BETWEEN;
  sheet.ensure(STYLE.heading.leading + 2 * STYLE.body.leading);
  const line = sheet.type.line(heading, STYLE.heading);
  sheet.tagged(sheet.root, 'H2', () => sheet.lines([line], LEFT, sheet.y));
  sheet.y += STYLE.heading.leading;
  for (const paragraph of paragraphs) {
    sheet.paragraph(sheet.root, paragraph, STYLE.body);
    sheet.y += 3;
  }
}

import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import { isZeroText, negatedText } from '@billhook/domain/shared/decimal';
import { formatAmount, formatPercent } from '@billhook/domain/shared/format-amount';
import { LEFT, RIGHT, STYLE, WIDTH, mm } from './page-style.js';
import type { Sheet } from './sheet.js';
import { TEXTS } from './texts.js';
import type { TextLine } from './typesetter.js';

/** A block of known height, drawn at the sheet's `y` on one page. */
export interface Block {
  readonly height: number;
  readonly width: number;
  readonly draw: () => void;
}

interface PdfTotalRow {
  readonly label: string;
  readonly amount: string;
  readonly emphasis: 'none' | 'strong' | 'due';
}

const LEAST_WIDTH = mm(74);
const GAP = 14;
const ROW_GAP = 3;
const PANEL_PADDING = 8;

/** The final amount: what the client has to pay or receives. */
export function amountDue(source: PrintedDocument): string {
  return source.balance ?? source.totals.due;
}

/** The totals, in the order of their calculation. */
export function totalRows(source: PrintedDocument): PdfTotalRow[] {
  const { totals, currency, locale, kind } = source;
  const texts = TEXTS[locale].totals;
  const money = (amount: string) => formatAmount(amount, currency, locale);
  const row = (label: string, amount: string, emphasis: PdfTotalRow['emphasis'] = 'none'): PdfTotalRow => ({
    label,
    amount: money(amount),
    emphasis,
  });
  const unlessZero = (label: string, amount: string | null | undefined, shown = amount) =>
    amount && shown && !isZeroText(amount) ? [row(label, shown)] : [];
  const adjusted = !isZeroText(totals.allowances) || !isZeroText(totals.charges);
  const { amountPaid, amountCredited } = source;

  const sums = [
    ...(adjusted ? [row(texts.lineNet, totals.lineNet)] : []),
    ...unlessZero(texts.allowances, totals.allowances, negatedText(totals.allowances)),
    ...unlessZero(texts.charges, totals.charges),
    row(texts.net, totals.net),
    row(taxLabel(source), totals.tax),
  ];
  const after = [
    ...unlessZero(texts.rounding, totals.rounding),
    ...unlessZero(texts.paid, amountPaid, amountPaid && negatedText(amountPaid)),
    ...unlessZero(texts.credited, amountCredited, amountCredited && negatedText(amountCredited)),
  ];
  if (kind === 'Invoice') {
    return [...sums, row(texts.gross, totals.gross, 'strong'), ...after, row(texts.due, amountDue(source), 'due')];
  }
  const total = kind === 'CreditNote' ? texts.creditTotal : texts.gross;
  if (after.length === 0) return [...sums, row(total, totals.gross, 'due')];
  return [...sums, row(texts.gross, totals.gross, 'strong'), ...after, row(total, amountDue(source), 'due')];
}

/** "VAT 20%" if there is only one rate. */
function taxLabel({ taxBreakdown, locale }: PrintedDocument): string {
  const { tax } = TEXTS[locale].totals;
  const [only, second] = taxBreakdown;
  return only?.rate && !second ? `${tax} ${formatPercent(only.rate, locale)}` : tax;
}

/** The totals at the right edge, with the amount due in a separate panel. */
export function totalsBlock(sheet: Sheet): Block {
  const rows = totalRows(sheet.source).map((row) => set(sheet, row));
  const natural = Math.max(...rows.map(({ label, amount }) => label.width + amount.width)) + GAP;
  const width = Math.min(WIDTH, Math.max(LEAST_WIDTH, natural));
  const height = rows.reduce((sum, row) => sum + row.height, 0);
  return { width, height, draw: () => draw(sheet, rows, width) };
}

interface SetRow {
  readonly label: TextLine;
  readonly amount: TextLine;
  readonly isDue: boolean;
  readonly height: number;
}

function set({ type }: Sheet, { label, amount, emphasis }: PdfTotalRow): SetRow {
  const style = { none: STYLE.body, strong: STYLE.strong, due: STYLE.due }[emphasis];
  const isDue = emphasis === 'due';
  const height = style.leading + (isDue ? 2 * PANEL_PADDING + ROW_GAP : ROW_GAP);
  const labelStyle = emphasis === 'none' ? STYLE.muted : style;
  return { label: type.line(label, labelStyle), amount: type.line(amount, style), isDue, height };
}

function draw(sheet: Sheet, rows: readonly SetRow[], width: number): void {
  const left = RIGHT - width;
  const table = sheet.open(sheet.root, 'Table');
  for (const { label, amount, isDue, height } of rows) {
    if (isDue) {
      // The panel extends over the margin, to align the amounts in and above it with the line items.
      sheet.panel(left - PANEL_PADDING, sheet.y + ROW_GAP, width + 2 * PANEL_PADDING, height - ROW_GAP);
    }
    const top = sheet.y + (isDue ? ROW_GAP + PANEL_PADDING : 0);
    const row = sheet.open(table, 'TR');
    sheet.tagged(row, 'TH', () => sheet.lines([label], left, top), { scope: 'Row' });
    sheet.tagged(row, 'TD', () => sheet.lines([amount], LEFT, top, RIGHT));
    row.end();
    sheet.y += height;
  }
  table.end();
}

import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import { formatIban } from '@billhook/domain/invoicing/payment-details/iban';
import { isCreditTransfer, payeeAccount } from '@billhook/domain/invoicing/payment-details/payee-account';
import { isZeroText } from '@billhook/domain/shared/decimal';
import { formatAmount } from '@billhook/domain/shared/format-amount';
import { epcPayload, qrModules } from './epc-qr.js';
import { formatDate } from './format.js';
import { LEFT, RIGHT, STYLE, mm } from './page-style.js';
import type { Sheet } from './sheet.js';
import { TEXTS } from './texts.js';
import { amountDue, type Block } from './totals-block.js';
import type { TextLine } from './typesetter.js';

const QR_SIZE = mm(25);
const TEXT_WIDTH = mm(95);
const LABEL_WIDTH = mm(26);
const QR_X = RIGHT - mm(70);
const CAPTION_X = QR_X + QR_SIZE + mm(5);

/** How to pay an invoice; undefined if nothing is to be paid. */
export function paymentBlock(sheet: Sheet): Block | undefined {
  const { source, type, texts } = sheet;
  if (source.kind !== 'Invoice' || !isPayable(amountDue(source))) return undefined;
  const sentence = type.wrap(payText(source), STYLE.body, TEXT_WIDTH);
  const facts = paymentFacts(source).map(([label, value]) => ({
    label: type.line(label, STYLE.muted),
    value: type.wrap(value, STYLE.body, TEXT_WIDTH - LABEL_WIDTH),
  }));
  const code = paymentCode(source);
  const caption = code ? type.wrap(texts.payment.scan, STYLE.label, RIGHT - CAPTION_X) : [];
  const heading = type.line(texts.payment.heading, STYLE.heading);

  const factsHeight = facts.reduce((sum, { value }) => sum + value.length * STYLE.body.leading, 0);
  const textHeight = STYLE.heading.leading + sentence.length * STYLE.body.leading + 3 + factsHeight;
  const height = Math.max(textHeight, code ? QR_SIZE + 3 : 0);

  const draw = () => {
    const top = sheet.y;
    sheet.tagged(sheet.root, 'H2', () => sheet.lines([heading], LEFT, top));
    sheet.tagged(sheet.root, 'P', () => sheet.lines(sentence, LEFT, top + STYLE.heading.leading));
    drawFacts(sheet, facts, top + STYLE.heading.leading + sentence.length * STYLE.body.leading + 3);
    if (code) drawCode(sheet, code, caption, top + 3);
    sheet.y = top + height;
  };
  return { width: TEXT_WIDTH, height, draw };
}

const isPayable = (amount: string): boolean => !amount.startsWith('-') && !isZeroText(amount);

function payText(source: PrintedDocument): string {
  const { payment } = TEXTS[source.locale];
  const amount = formatAmount(amountDue(source), source.currency, source.locale);
  return source.dueDate ? payment.payBy(amount, formatDate(source.dueDate, source.locale)) : payment.pay(amount);
}

function paymentFacts(source: PrintedDocument): [label: string, value: string][] {
  const { payment } = TEXTS[source.locale];
  const { iban, bic } = payeeAccount(source.paymentMeans, source.seller);
  const rows: [string, string | null | undefined][] = [
    [payment.means, payment.codes[source.paymentMeans?.code ?? '']],
    [payment.holder, iban && source.seller.name],
    [payment.iban, iban && formatIban(iban)],
    [payment.bic, bic],
    [payment.reference, source.paymentReference],
  ];
  return rows.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
}

/** The code for banking apps, if a transfer in euro is due. */
function paymentCode(source: PrintedDocument): boolean[][] | undefined {
  const { iban, bic } = payeeAccount(source.paymentMeans, source.seller);
  const isTransfer = isCreditTransfer(source.paymentMeans?.code ?? '30');
  if (source.draft || source.sandbox || source.currency !== 'EUR' || !iban || !isTransfer) return undefined;
  const remittance = source.paymentReference ?? '';
  const transfer = { name: source.seller.name, iban, bic, amount: amountDue(source), remittance };
  const payload = epcPayload(transfer);
  return payload === undefined ? undefined : qrModules(payload);
}

function drawFacts(sheet: Sheet, facts: readonly { label: TextLine; value: readonly TextLine[] }[], top: number): void {
  const table = sheet.open(sheet.root, 'Table');
  let y = top;
  for (const { label, value } of facts) {
    const row = sheet.open(table, 'TR');
    const at = y;
    sheet.tagged(row, 'TH', () => sheet.lines([label], LEFT, at), { scope: 'Row' });
    sheet.tagged(row, 'TD', () => sheet.lines(value, LEFT + LABEL_WIDTH, at));
    row.end();
    y += value.length * STYLE.body.leading;
  }
  table.end();
}

function drawCode(sheet: Sheet, modules: readonly boolean[][], caption: readonly TextLine[], top: number): void {
  const side = QR_SIZE / modules.length;
  const squares = modules.flatMap((row, y) =>
    darkRuns(row).map(([x, count]) => [QR_X + x * side, top + y * side, count * side] as const),
  );
  sheet.tagged(sheet.root, 'Figure', () => sheet.squares(squares, side), { alt: sheet.texts.payment.scan });
  sheet.tagged(sheet.root, 'P', () =>
    sheet.lines(caption, CAPTION_X, top + (QR_SIZE - caption.length * STYLE.label.leading) / 2),
  );
}

/** Merges adjacent dark modules. @returns the start and the length of each run */
function darkRuns(row: readonly boolean[]): [start: number, count: number][] {
  const runs: [number, number][] = [];
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1);
    if (!dark) continue;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}

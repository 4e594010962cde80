import { amount } from './exact.mjs';

const COLUMNS = ['invoiced', 'paid', 'credited', 'open', 'received', 'refunded', 'credit'];

/** The books of the company: a row per currency, over all clients. */
export function renderBooks(rows) {
  const byCurrency = new Map();
  for (const row of rows) byCurrency.set(row.currency, [...(byCurrency.get(row.currency) ?? []), row]);
  const table = [['', 'invoices', ...COLUMNS]];
  for (const [currency, entries] of byCurrency) {
    const total = (name) => entries.reduce((sum, entry) => sum + entry[name], 0n);
    const count = entries.reduce((sum, entry) => sum + entry.invoices, 0);
    table.push([currency, String(count), ...COLUMNS.map((name) => amount(total(name), currency))]);
  }
  const widths = table[0].map((_, at) => Math.max(...table.map((row) => row[at].length)));
  return table.map((row) => row.map((cell, at) => cell.padStart(widths[at])).join('  ')).join('\n');
}

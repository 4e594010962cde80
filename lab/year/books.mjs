import { amount, units } from './exact.mjs';

const sum = (values) => values.reduce((total, value) => total + value, 0n);
const OPEN = new Set(['Sent', 'Partial', 'Overdue', 'Rejected']);

/** Reads everything back through the API and recalculates it in whole minor units. */
export async function checkBooks(api, year) {
  const own = new Set(year.clients.map((client) => client.id));
  const ofYear = (rows) => rows.filter(({ clientId }) => own.has(clientId));
  const clients = (await api.all('/v1/clients')).filter(({ id }) => own.has(id));
  const allInvoices = await api.all('/v1/invoices');
  const allNotes = await api.all('/v1/credit-notes');
  const invoices = ofYear(allInvoices);
  const notes = ofYear(allNotes);
  const payments = ofYear(await api.all('/v1/payments'));
  const series = await api.get('/v1/series');
  const books = { faults: [], checks: 0 };
  const same = (what, found, expected) => {
    books.checks += 1;
    if (found !== expected) books.faults.push(`${what}: ${found}, expected ${expected}`);
  };
  const issued = invoices.filter((invoice) => invoice.issuedAt !== null);
  const standing = payments.filter((payment) => payment.status === 'Recorded');

  for (const document of [...issued, ...notes]) checkDocument(document, same);
  for (const invoice of issued) checkInvoice(invoice, standing, notes, same);
  checkReckoning(year.issued, issued, same);
  const rows = tally(issued, standing, notes);
  for (const row of rows) checkRow(row, clients, same);
  const numbered = { Invoice: allInvoices.filter((invoice) => invoice.number !== null), CreditNote: allNotes };
  for (const one of series.data) await checkSeries(api, one, numbered, same);
  return { books: rows, faults: books.faults, checks: books.checks };
}

/** Checks that lines, groups and totals of a document agree. */
function checkDocument({ number, currency, lines, totals, taxBreakdown }, same) {
  const of = (text) => units(text, currency);
  same(`${number}: net of its lines`, sum(lines.map((line) => of(line.net))), of(totals.lineNet));
  same(`${number}: net of its groups`, sum(taxBreakdown.map((row) => of(row.taxable))), of(totals.net));
  same(`${number}: VAT of its groups`, sum(taxBreakdown.map((row) => of(row.tax))), of(totals.tax));
  same(`${number}: net and VAT`, of(totals.net) + of(totals.tax), of(totals.gross));
}

/** Checks that an invoice agrees with its payments and credit notes. */
function checkInvoice(invoice, payments, notes, same) {
  const { id, number, currency, totals, amountPaid, amountCredited, amountWrittenOff, balance, creditNoteIds } =
    invoice;
  const of = (text) => units(text, currency);
  const allocated = payments.flatMap(({ kind, allocations }) =>
    allocations
      .filter((one) => one.invoiceId === id)
      .map((one) => (kind === 'Refund' ? -of(one.amount) : of(one.amount))),
  );
  const credits = notes.filter((note) => note.invoiceId === id);
  same(`${number}: paid`, of(amountPaid), sum(allocated));
  same(`${number}: credited`, of(amountCredited), sum(credits.map((note) => of(note.totals.due))));
  same(
    `${number}: its credit notes`,
    creditNoteIds.join(),
    credits
      .map((note) => note.id)
      .sort((a, b) => a - b)
      .join(),
  );
  same(`${number}: balance`, of(balance), of(totals.due) - of(amountPaid) - of(amountCredited) - of(amountWrittenOff));
  if (invoice.status === 'Void' || invoice.status === 'Paid') same(`${number}: settled`, of(balance), 0n);
}

/** The script's own calculation of the issued amounts. */
function checkReckoning(expected, issued, same) {
  same('invoices issued', issued.length, expected.length);
  const byId = new Map(issued.map((invoice) => [invoice.id, invoice]));
  for (const { id, gross, currency } of expected) {
    const invoice = byId.get(id);
    same(`invoice ${id}: gross`, invoice && units(invoice.totals.gross, currency), gross);
  }
}

/** A row per client and currency. */
function tally(issued, payments, notes) {
  const rows = new Map();
  const row = (clientId, currency) => {
    const key = `${clientId} ${currency}`;
    if (!rows.has(key)) {
      const zero = { invoiced: 0n, paid: 0n, credited: 0n, open: 0n, received: 0n, refunded: 0n, credit: 0n };
      rows.set(key, { clientId, currency, invoices: 0, ...zero });
    }
    return rows.get(key);
  };
  for (const { clientId, currency, totals, amountPaid, amountCredited, balance, status } of issued) {
    const of = (text) => units(text, currency);
    const entry = row(clientId, currency);
    entry.invoices += 1;
    entry.invoiced += of(totals.due);
    entry.paid += of(amountPaid);
    entry.open += of(balance);
    entry.due = (entry.due ?? 0n) + (OPEN.has(status) ? of(balance) : 0n);
    entry.creditedOf = (entry.creditedOf ?? 0n) + of(amountCredited);
  }
  for (const { clientId, currency, totals } of notes) row(clientId, currency).credited += units(totals.due, currency);
  for (const { clientId, currency, kind, amount: value, unallocated } of payments) {
    const entry = row(clientId, currency);
    const sign = kind === 'Refund' ? -1n : 1n;
    if (kind === 'Refund') entry.refunded += units(value, currency);
    else entry.received += units(value, currency);
    entry.credit += sign * units(unallocated, currency);
  }
  return [...rows.values()].sort((a, b) => a.currency.localeCompare(b.currency) || a.clientId - b.clientId);
}

/** Invoiced = paid + credited + outstanding; money in - money out = paid + credit; and the client record agrees. */
function checkRow(entry, clients, same) {
  const { clientId, currency } = entry;
  const what = `client ${clientId} in ${currency}`;
  same(`${what}: invoiced = paid + credited + open`, entry.invoiced, entry.paid + entry.credited + entry.open);
  same(`${what}: credited by invoices and by notes`, entry.creditedOf ?? 0n, entry.credited);
  same(`${what}: received - refunded = paid + credit`, entry.received - entry.refunded, entry.paid + entry.credit);
  const said = clients.find(({ id }) => id === clientId)?.balances.find((one) => one.currency === currency);
  same(`${what}: due, according to the client`, said?.due ?? amount(0n, currency), amount(entry.due ?? 0n, currency));
  same(
    `${what}: credit, according to the client`,
    said?.credit ?? amount(0n, currency),
    amount(entry.credit, currency),
  );
}

async function checkSeries(api, series, documents, same) {
  const audit = await api.get(`/v1/series/${series.id}/audit`);
  same(`series ${series.kind} ${series.code}: continuous`, audit.continuous, true);
  const held = documents[series.kind];
  if (!held) return;
  const count = audit.periods.reduce((total, period) => total + period.count, 0);
  const inSeries = held.filter((document) => document.series === series.code);
  same(`series ${series.kind} ${series.code}: numbers`, count, inSeries.length);
}

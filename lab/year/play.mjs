import { amount, dice, share, units } from './exact.mjs';

const NAMES = [
  'Lumen',
  'Nordhafen',
  'Roubaix',
  'Camille',
  'Kestrel',
  'Mirador',
  'Osaka',
  'Kuwait',
  'Aurora',
  'Delft',
  'Porto',
  'Tatra',
];
const RATES = ['20', '10', '5.5'];
const HOME = ['EUR', 'EUR', 'EUR', 'JPY', 'KWD'];

/** A day of the last twelve complete months, never in the future. */
function monthsOf(today) {
  const [year, month] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, n) => {
    const date = new Date(Date.UTC(year, month - 13 + n, 1));
    return date.toISOString().slice(0, 7);
  });
}

/** A line and its amount in minor units. Prices are whole minor units times a whole quantity, so nets need no rounding. */
function line(random, currency) {
  const rate = random.of(RATES);
  const quantity = BigInt(1 + random.below(9));
  const price = BigInt(1 + random.below(90_000));
  const credit = random.chance(0.04);
  const net = (credit ? -1n : 1n) * quantity * price;
  return {
    rate,
    net,
    body: {
      name: random.of(['Consulting', 'Design', 'Hosting', 'Support', 'Prints']),
      quantity: `${credit ? '-' : ''}${quantity}`,
      unitPrice: amount(price, currency),
      taxCategory: 'S',
      taxRate: rate,
    },
  };
}

/** The amounts of the lines: VAT once per rate. Half of the documents have prices including VAT. */
function grossOf(lines, inclusive) {
  const nets = new Map();
  for (const { rate, net } of lines) nets.set(rate, (nets.get(rate) ?? 0n) + net);
  let gross = 0n;
  for (const [rate, net] of nets) {
    const tenths = BigInt(Math.round(Number(rate) * 10));
    gross += inclusive ? net : net + share(net, tenths, 1000n);
  }
  return gross;
}

function document(random, clients) {
  const { id: clientId, currency } = random.of(clients);
  for (;;) {
    const inclusive = random.chance(0.5);
    const lines = Array.from({ length: 1 + random.below(5) }, () => line(random, currency));
    const gross = grossOf(lines, inclusive);
    if (gross <= 0n) continue;
    const body = { clientId, currency, pricesIncludeTax: inclusive, lines: lines.map((one) => one.body) };
    return { gross, body: { ...body, expectedTotal: amount(gross, currency) } };
  }
}

/**
 * Plays the year: every month quotes and invoices, then their payments, part payments, payments over several invoices, credit notes, voids,
 * rejections, refunds and corrected mistakes.
 * @returns the issued documents, by the script's own calculation
 */
export async function playYear(api, { invoices, seed, series = 'default' }) {
  const random = dice(seed);
  const clients = await Promise.all(
    NAMES.map(async (name, n) => {
      const currency = HOME[n % HOME.length];
      const body = {
        kind: 'Business',
        name: `${name} Ltd`,
        currency,
        billingAddress: { line1: 'Quai 1', city: 'Lyon', country: 'FR' },
      };
      return { id: (await api.post('/v1/clients', body)).id, currency };
    }),
  );
  const today = new Date().toISOString().slice(0, 10);
  const months = monthsOf(today);
  const issued = [];
  for (const [n, month] of months.entries()) {
    const count = Math.floor((invoices * (n + 1)) / 12) - Math.floor((invoices * n) / 12);
    await playMonth({ api, random, clients, issued, series }, month, count);
  }
  return { clients, issued };
}

async function playMonth(world, month, count) {
  const { api, random, clients, issued, series } = world;
  const open = [];
  for (let n = 0; n < count; n++) {
    const day = String(1 + Math.floor((28 * n) / count)).padStart(2, '0');
    const issueDate = `${month}-${day}`;
    const { body, gross } = document(random, clients);
    const draft = random.chance(0.15)
      ? await ofQuote(world, body, issueDate)
      : await api.post('/v1/invoices', { ...body, series, issueDate, dueDate: `${month}-28` });
    const sent = await api.post(`/v1/invoices/${draft.id}/send`);
    const record = { id: sent.id, clientId: sent.clientId, currency: sent.currency, gross };
    if (sent.totals.gross !== amount(gross, sent.currency)) {
      throw new Error(`invoice ${sent.id}: expected ${amount(gross, sent.currency)}, got ${sent.totals.gross}`);
    }
    issued.push(record);
    open.push(record);
  }
  for (const record of open) await settle(world, record, `${month}-28`);
  await payLump(world, open, `${month}-28`);
}

/** A quote that is accepted and invoiced completely, or in two parts of which the first is deleted as a mistake. */
async function ofQuote({ api, random, series }, body, issueDate) {
  const { id } = await api.post('/v1/quotes', { ...body, series, issueDate });
  await api.post(`/v1/quotes/${id}/send`);
  await api.post(`/v1/quotes/${id}/accept`, { by: 'The client' });
  if (random.chance(0.5)) {
    const part = await api.post(`/v1/quotes/${id}/convert`, { mode: 'Percent', percent: '33.3', issueDate });
    await api.call('DELETE', `/v1/invoices/${part.id}`);
  }
  const draft = await api.post(`/v1/quotes/${id}/convert`, {
    mode: random.chance(0.5) ? 'Whole' : 'Remaining',
    issueDate,
  });
  return api.call('PATCH', `/v1/invoices/${draft.id}`, { series });
}

async function settle(world, record, date) {
  const { api, random } = world;
  const { id, gross } = record;
  const fate = random.below(100);
  if (fate < 55) return pay(world, record, gross, date);
  if (fate < 65) return pay(world, record, gross / 2n, date);
  if (fate < 70) {
    // Paid twice by mistake: one payment is deleted.
    const first = await pay(world, record, gross, date);
    if (first) await api.call('DELETE', `/v1/payments/${first.id}?reason=entered%20twice`);
    return pay(world, record, gross, date);
  }
  if (fate < 75) return api.post(`/v1/invoices/${id}/void`, { code: 'Error' });
  if (fate < 80) {
    await api.post(`/v1/invoices/${id}/reject`, { code: 'WrongAmount' });
    return random.chance(0.5) ? api.post(`/v1/invoices/${id}/reopen`) : api.post(`/v1/invoices/${id}/void`);
  }
  if (fate < 85) return creditFirstLine(world, record);
  if (fate < 90) return paidThenCredited(world, record, date);
  if (fate < 93) {
    await pay(world, record, gross, date);
    return refund(world, record, gross / 3n, date, [{ invoiceId: id }]);
  }
  return undefined;
}

async function pay({ api }, { id, clientId, currency }, paid, date) {
  if (paid <= 0n) return undefined;
  const value = amount(paid, currency);
  const allocations = [{ invoiceId: id, amount: value }];
  return api.post('/v1/payments', { clientId, date, amount: value, currency, method: 'Transfer', allocations });
}

async function refund({ api }, { clientId, currency }, given, date, allocations = []) {
  if (given <= 0n) return undefined;
  const value = amount(given, currency);
  const body = { kind: 'Refund', clientId, date, amount: value, currency };
  return api.post('/v1/payments', { ...body, allocations: allocations.map((one) => ({ ...one, amount: value })) });
}

/** A credit note for the first line that can be credited alone. */
async function creditFirstLine({ api }, { id }) {
  const invoice = await api.get(`/v1/invoices/${id}`);
  const byRate = new Map();
  for (const { taxRate, net } of invoice.lines) byRate.set(taxRate, [...(byRate.get(taxRate) ?? []), net]);
  const line = invoice.lines.find(
    ({ net, taxRate }) => !net.startsWith('-') && byRate.get(taxRate).every((other) => !other.startsWith('-')),
  );
  if (!line) return undefined;
  const { name, quantity, unitPrice, taxCategory, taxRate } = line;
  const lines = [{ name, quantity, unitPrice, taxCategory, taxRate }];
  return api.post('/v1/credit-notes', { invoiceId: id, reason: { code: 'Return' }, lines });
}

/** The paid amount becomes credit of the client: refunded or kept. */
async function paidThenCredited(world, record, date) {
  const { api, random } = world;
  await pay(world, record, record.gross, date);
  const note = await api.post('/v1/credit-notes', { invoiceId: record.id, reason: { code: 'Cancellation' } });
  if (random.chance(0.5)) await refund(world, record, units(note.totals.due, record.currency), date);
}

/** One payment of a client for all outstanding invoices of the month, plus an amount that is allocated later or stays as credit. */
async function payLump(world, open, date) {
  const { api, random } = world;
  const [first] = open;
  if (!first || random.chance(0.3)) return;
  const { clientId, currency } = random.of(open);
  const invoices = [];
  for (const record of open.filter((one) => one.clientId === clientId)) {
    const invoice = await api.get(`/v1/invoices/${record.id}`);
    if (invoice.availableActions.some(({ action, allowed }) => action === 'pay' && allowed)) invoices.push(invoice);
  }
  const [held, ...paid] = invoices;
  if (!held) return;
  const allocations = paid.map(({ id, balance }) => ({ invoiceId: id, amount: balance }));
  const sum = invoices.reduce((total, { balance }) => total + units(balance, currency), 0n);
  const extra = BigInt(random.below(500));
  const body = { clientId, date, amount: amount(sum + extra, currency), currency, method: 'Transfer', allocations };
  const payment = await api.post('/v1/payments', body);
  await api.post(`/v1/payments/${payment.id}/allocate`, {
    allocations: [{ invoiceId: held.id, amount: held.balance }],
  });
}

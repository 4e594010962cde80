import type { CreateCreditNote } from '@billhook/contract/invoicing/credit-note';
import type { RejectInvoice, SendInvoice } from '@billhook/contract/invoicing/invoice';
import type { AcceptQuote, ConvertQuote, DeclineQuote, UpdateQuote } from '@billhook/contract/invoicing/quote';
import type { z } from 'zod';
import type { DemoClient } from './clients.js';
import { DEMO_QUOTES, GUIDE, PRINT, type DEMO_INVOICES, type InvoiceName, type QuoteName } from './documents.js';

type Channel = z.input<typeof SendInvoice>;

interface Happenings {
  /** Creates an invoice, and sends it if a channel is given. */
  invoice: { name: keyof typeof DEMO_INVOICES; send?: Channel };
  quote: { name: keyof typeof DEMO_QUOTES; send?: Channel };
  /** The client opens the link. */
  view: { invoice: InvoiceName };
  accept: { quote: QuoteName; body: z.input<typeof AcceptQuote> };
  decline: { quote: QuoteName; body: z.input<typeof DeclineQuote> };
  revise: { quote: QuoteName; as: QuoteName; body: z.input<typeof UpdateQuote>; send?: Channel };
  convert: { quote: QuoteName; as: InvoiceName; body: z.input<typeof ConvertQuote>; send: Channel };
  /** Pays the outstanding amounts of the invoices with one payment, or a part of one of them. */
  pay: { invoices: readonly [InvoiceName, ...InvoiceName[]]; method: string; part?: string };
  /** Pays the amount of the invoice a second time, by mistake. */
  payAgain: { invoice: InvoiceName; method: string; as: string };
  takeBack: { payment: string; reason: string };
  /** Refunds the whole credit of the client. */
  refund: { client: DemoClient; currency: string; method: string };
  credit: { invoice: InvoiceName; body: Omit<z.input<typeof CreateCreditNote>, 'invoiceId'> };
  void: { invoice: InvoiceName; text: string };
  reject: { invoice: InvoiceName; body: z.input<typeof RejectInvoice> };
  writeOff: { invoice: InvoiceName; reason: string };
  archive: { client: DemoClient };
  note: { client: DemoClient; text: string };
  /** The shop of the company updates a custom field of the client. */
  order: { client: DemoClient; openOrders: string };
}

export type Step = {
  [Kind in keyof Happenings]: { readonly day: number; readonly does: Kind } & Readonly<Happenings[Kind]>;
}[keyof Happenings];

const LINK = { channel: 'Link' } as const;
const MAIL = { channel: 'Email' } as const;

const NOTED = ['lumen', 'nordhafen', 'roubaix', 'camille', 'finch'] as const satisfies readonly DemoClient[];
const NOTES = ['Adresse vérifiée', 'Adresse et e-mail vérifiés'] as const;

/** Orders of the last 30 days, fewer at weekends, and hourly ones before the start: an endpoint needs messages to show. */
const ORDERING = ['lumen', 'nordhafen', 'roubaix', 'finch'] as const satisfies readonly DemoClient[];
const order = (day: number, client: DemoClient, orders: number): Step => ({
  ...{ day, does: 'order', client, openOrders: String(orders) },
});
const DAYS = Array.from({ length: 28 }, (_, n) => 29 - n);
const HOURS = Array.from({ length: 14 }, (_, n) => 14 - n);
const ORDERS: readonly Step[] = [
  ...DAYS.flatMap((day) => ORDERING.slice(day % 7 < 2 ? 3 : day % 3).map((client) => order(day, client, day % 9))),
  ...HOURS.flatMap((hours) => ORDERING.slice(hours % 4).map((client) => order(hours / 24, client, 10 + hours))),
];

const HISTORY: readonly Step[] = [
  { day: 338, does: 'invoice', name: 'identity', send: LINK },
  { day: 330, does: 'quote', name: 'signage', send: LINK },
  { day: 323, does: 'accept', quote: 'signage', body: { by: 'Jonas Petersen', poNumber: 'NH-4471' } },
  { day: 310, does: 'pay', invoices: ['identity'], method: 'Transfer' },
  { day: 304, does: 'invoice', name: 'guides', send: LINK },
  {
    day: 297,
    does: 'credit',
    invoice: 'guides',
    body: {
      reason: { code: 'Return', text: '12 exemplaires abîmés au transport' },
      lines: [{ ...GUIDE, quantity: '12' }],
      channel: 'Link',
    },
  },
  { day: 290, does: 'convert', quote: 'signage', as: 'signageInvoice', body: { mode: 'Whole' }, send: LINK },
  { day: 281, does: 'invoice', name: 'prints', send: LINK },
  { day: 281, does: 'pay', invoices: ['prints'], method: 'Card' },
  { day: 277, does: 'pay', invoices: ['signageInvoice'], method: 'Transfer' },
  {
    day: 274,
    does: 'credit',
    invoice: 'prints',
    body: { reason: { code: 'Return', text: 'Un tirage rendu' }, lines: [{ ...PRINT, quantity: '1' }] },
  },
  { day: 272, does: 'refund', client: 'camille', currency: 'EUR', method: 'Card' },
  { day: 262, does: 'pay', invoices: ['guides'], method: 'Transfer' },
  { day: 250, does: 'invoice', name: 'websiteFirst', send: LINK },
  { day: 233, does: 'invoice', name: 'letterpress', send: LINK },
  { day: 222, does: 'pay', invoices: ['websiteFirst'], method: 'Transfer' },
  // By two people of the client, one day apart.
  { day: 221, does: 'payAgain', invoice: 'websiteFirst', method: 'Transfer', as: 'second' },
  { day: 212, does: 'pay', invoices: ['letterpress'], method: 'Transfer' },
  { day: 208, does: 'invoice', name: 'workshop', send: LINK },
  { day: 203, does: 'invoice', name: 'signs', send: LINK },
  { day: 196, does: 'invoice', name: 'menuWrong', send: LINK },
  { day: 195, does: 'void', invoice: 'menuWrong', text: 'Mauvais client ; facture refaite' },
  { day: 195, does: 'invoice', name: 'menu', send: LINK },
  { day: 182, does: 'pay', invoices: ['workshop', 'signs'], method: 'Transfer' },
  { day: 176, does: 'pay', invoices: ['menu'], method: 'Card' },
  { day: 150, does: 'quote', name: 'festival', send: LINK },
  { day: 141, does: 'decline', quote: 'festival', body: { code: 'Changes', text: 'Sans le film annonce, merci.' } },
  {
    day: 139,
    does: 'revise',
    quote: 'festival',
    as: 'festivalSecond',
    body: { lines: DEMO_QUOTES.festival.lines.slice(0, 2) },
    send: LINK,
  },
  { day: 131, does: 'accept', quote: 'festivalSecond', body: { by: 'Sarah Delattre', poNumber: 'BC-2255' } },
  {
    day: 129,
    does: 'convert',
    quote: 'festivalSecond',
    as: 'festivalDeposit',
    body: { mode: 'Percent', percent: '30' },
    send: MAIL,
  },
  { day: 118, does: 'invoice', name: 'packaging', send: LINK },
  { day: 95, does: 'pay', invoices: ['festivalDeposit'], method: 'Transfer' },
  // Late: some days overdue.
  { day: 92, does: 'pay', invoices: ['packaging'], method: 'Transfer' },
  { day: 92, does: 'payAgain', invoice: 'packaging', method: 'Transfer', as: 'typedTwice' },
  { day: 91, does: 'takeBack', payment: 'typedTwice', reason: 'Entered twice' },
  { day: 75, does: 'quote', name: 'shop', send: LINK },
  { day: 60, does: 'archive', client: 'minot' },
  { day: 53, does: 'invoice', name: 'season', send: LINK },
  { day: 49, does: 'view', invoice: 'season' },
  {
    day: 49,
    does: 'reject',
    invoice: 'season',
    body: { code: 'WrongAmount', text: 'The second set of banners was not ordered.' },
  },
  { day: 47, does: 'invoice', name: 'websiteSecond', send: LINK },
  { day: 33, does: 'quote', name: 'lettering', send: LINK },
  { day: 24, does: 'decline', quote: 'lettering', body: { code: 'TooExpensive', text: 'At 260 each we would order.' } },
  {
    day: 22,
    does: 'revise',
    quote: 'lettering',
    as: 'letteringSecond',
    body: { lines: DEMO_QUOTES.lettering.lines.map((line) => ({ ...line, unitPrice: '275.00' })) },
  },
  { day: 18, does: 'invoice', name: 'catalogue', send: MAIL },
  { day: 17, does: 'view', invoice: 'catalogue' },
  { day: 13, does: 'invoice', name: 'care', send: LINK },
  { day: 12, does: 'view', invoice: 'care' },
  { day: 9, does: 'invoice', name: 'posters', send: LINK },
  { day: 8, does: 'quote', name: 'report', send: LINK },
  { day: 7, does: 'invoice', name: 'cards', send: LINK },
  { day: 7, does: 'pay', invoices: ['cards'], method: 'Card' },
  { day: 6, does: 'pay', invoices: ['care'], method: 'Transfer', part: '500.00' },
  { day: 5, does: 'pay', invoices: ['posters'], method: 'Transfer', part: '1521.00' },
  { day: 4, does: 'quote', name: 'wedding' },
  { day: 3, does: 'writeOff', invoice: 'posters', reason: 'The bank kept 15.00 for the transfer' },
  { day: 2, does: 'invoice', name: 'hotline' },
  // All of them are edited twice: an endpoint that is down on this day misses messages.
  ...NOTES.flatMap((text) => NOTED.map((client) => ({ day: 1, does: 'note', client, text }) as const)),
];

/** The history of Studio Boréal; `day` counts back from today, and a part of a day from now. Numbers follow dates, so the steps are in the order of their days. */
export const CHRONICLE: readonly Step[] = [...HISTORY, ...ORDERS].sort((a, b) => b.day - a.day);

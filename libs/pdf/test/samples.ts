import { byName, REFERENCE_NAMES } from '@billhook/contract/invoicing/document-fields';
import type { PrintedLine, PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import { computeTotals, type LineInput, type TotalsInput } from '@billhook/domain/invoicing/totals/totals';

/** A line item with only the members that a spec needs. */
export type SampleLine = Partial<PrintedLine> & Pick<PrintedLine, 'name'>;

const seller: PrintedDocument['seller'] = {
  name: 'Atelier Lumen SARL',
  address: { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' },
  legalId: { scheme: '0002', value: '303265045' },
  vatNumber: 'FR40303265045',
  taxNumber: null,
  email: 'compta@atelier-lumen.example',
  phone: '+33 4 72 00 00 00',
  website: 'atelier-lumen.example',
  legalNotice: 'SARL au capital de 20 000 € – RCS Lyon 303 265 045',
  iban: 'FR1420041010050500013M02606',
  bic: 'PSSTFRPPLYO',
};

const client: PrintedDocument['client'] = {
  name: 'Menuiserie Roux & Fils',
  tradingName: null,
  contact: 'À l’attention de Jeanne Roux',
  billingAddress: {
    line1: '14 chemin du Port',
    line2: 'Bâtiment C',
    postalCode: '33000',
    city: 'Bordeaux',
    country: 'FR',
  },
  deliveryAddress: null,
  legalId: { scheme: '0002', value: '732829320' },
  vatNumber: 'FR44732829320',
};

const emptyLine: PrintedLine = {
  name: '',
  description: null,
  quantity: '1',
  unit: 'C62',
  unitPrice: '100.00',
  priceBaseQuantity: '1',
  discount: null,
  allowances: [],
  charges: [],
  taxCategory: 'S',
  taxRate: '20',
  exemptionReason: null,
  net: '0',
  gross: '0',
  servicePeriod: null,
  sellerItemId: null,
  buyerItemId: null,
};

/** An issued French invoice with one line item by default; its totals are computed by the domain. */
export function sampleSource(
  changes: Partial<PrintedDocument> & { roundingIncrement?: string } = {},
  sampleLines: readonly SampleLine[] = [{ name: 'Conseil', quantity: '2', unit: 'DAY', unitPrice: '450.00' }],
): PrintedDocument {
  const { roundingIncrement, ...members } = changes;
  const { number = 'INV-2026-00042', paymentMeans } = changes;
  const base: Omit<PrintedDocument, 'lines' | 'totals' | 'taxBreakdown'> = {
    kind: 'Invoice',
    draft: false,
    locale: 'fr',
    at: new Date('2026-11-21T09:30:00.000Z'),
    number,
    paymentReference: paymentMeans?.remittance ?? number,
    issueDate: '2026-11-21',
    dueDate: '2026-12-21',
    currency: 'EUR',
    pricesIncludeTax: false,
    allowances: [],
    charges: [],
    ...byName(REFERENCE_NAMES, () => null),
    notes: [],
    terms: null,
    paymentMeans: null,
    seller,
    client,
  };
  const lines = sampleLines.map((line) => ({ ...emptyLine, ...line }));
  const head = { ...base, ...members };
  const input: TotalsInput = {
    currency: head.currency,
    pricesIncludeTax: head.pricesIncludeTax,
    lines: lines.map(lineInput),
    allowances: [...head.allowances],
    charges: [...head.charges],
    ...(roundingIncrement === undefined ? {} : { roundingIncrement }),
  };
  const result = computeTotals(input);
  return {
    ...head,
    lines: lines.map((line, at) => ({ ...line, ...result.lines[at] })),
    totals: result.totals,
    taxBreakdown: result.taxBreakdown,
  };
}

function lineInput(line: PrintedLine): LineInput {
  const { quantity, unitPrice, priceBaseQuantity, taxCategory, taxRate, discount, exemptionReason } = line;
  return {
    ...{ quantity, unitPrice, priceBaseQuantity, taxCategory },
    allowances: [...line.allowances],
    charges: [...line.charges],
    ...(taxRate === null ? {} : { taxRate }),
    ...(discount === null ? {} : { discount }),
    ...(exemptionReason === null ? {} : { exemptionReason }),
  };
}

/** One document of each kind, with difficult content: three rates, discounts, reverse charge, many scripts. */
export function exampleSources(): Record<string, PrintedDocument> {
  const issued = sampleSource();
  return {
    invoice: issued,
    draft: sampleSource({ draft: true, number: null }),
    quote: sampleSource({
      kind: 'Quote',
      number: 'QUO-2026-00008',
      locale: 'en',
      revision: 2,
      title: 'Spring campaign',
      dueDate: null,
      expiryDate: '2027-01-31',
    }),
    creditNote: sampleSource({
      kind: 'CreditNote',
      number: 'CN-2026-00003',
      dueDate: null,
      precedingInvoice: { number: 'INV-2026-00042', issueDate: '2026-11-01' },
      reason: { code: 'Return', text: 'Une journée n’a pas été réalisée.' },
    }),
    english: sampleSource(
      {
        locale: 'en',
        number: 'INV-2026-00117',
        purchaseOrder: 'PO-7781',
        buyerReference: '04011000-12345-34',
        contract: 'FW-2025-18',
        project: 'Relaunch',
        servicePeriod: { start: '2026-10-01', end: '2026-10-31' },
        allowances: [
          { percent: '5', reason: 'Framework agreement' },
          { amount: '50.00', reason: 'Late start', taxCategory: 'S', taxRate: '23' },
        ],
        charges: [{ amount: '35.00', reason: 'Courier', taxCategory: 'S', taxRate: '23' }],
        notes: ['Hours are listed in the time sheet.'],
        terms: 'Payment within 30 days.',
      },
      [
        { name: 'Design', quantity: '3', unit: 'DAY', unitPrice: '620', taxRate: '23', discount: { percent: '10' } },
        {
          name: 'Development',
          quantity: '12.5',
          unit: 'HUR',
          unitPrice: '88.5',
          taxRate: '13.5',
          sellerItemId: 'DEV',
          buyerItemId: 'EXT-7',
        },
        { name: 'Prints', quantity: '600', unit: 'H87', unitPrice: '15.24', priceBaseQuantity: '12', taxRate: '9' },
        { name: 'Returned', quantity: '-2', unitPrice: '19.995', taxRate: '23', charges: [{ amount: '4.50' }] },
      ],
    ),
    reverseCharge: sampleSource({ locale: 'en' }, [
      { name: 'Consulting', taxCategory: 'AE', taxRate: '0', exemptionReason: 'Article 196 of Directive 2006/112/EC' },
    ]),
    world: sampleSource({ client: { ...issued.client, name: '株式会社山田商店 · 주식회사 · Ελλάδα · Žluťoučký' } }),
    twoDirections: sampleSource({
      locale: 'en',
      seller: { ...issued.seller, name: 'شركة النور للتجارة' },
      client: { ...issued.client, name: 'חברת שלום בע"מ', tradingName: 'บริษัท น้ำใส จำกัด' },
      notes: ['السعر يشمل الضريبة (VAT 20%) على 3 وحدات', 'for שָׁלוֹם (12.50) 😀 👩‍👩‍👧'],
    }),
  };
}

/** Documents with characters that share glyphs: one that a thread rendered before must not change which of them a PDF contains. */
export function sharedGlyphSources(): Record<string, PrintedDocument> {
  return {
    unified: sampleSource({ notes: ['\u4e5b \u2212', '\u0627\u0644'] }),
    radical: sampleSource({ notes: ['\u2e82 \uff0d', '\ufe8d\u0644'] }),
    both: sampleSource({ notes: ['\u4e5b\u2e82\uff0d\u2212', '\ufe8d\u0644\u0627'] }),
  };
}

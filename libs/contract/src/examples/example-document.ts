import { byName, REFERENCE_NAMES } from '../invoicing/document-fields.js';
import type { InvoiceView } from '../invoicing/invoice.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';

/** The common members of the example invoices, quotes and credit notes: two days of consulting, and the seller. */
export const exampleDocument = {
  currency: 'EUR',
  pricesIncludeTax: false,
  lines: [
    {
      id: 91,
      name: 'Consulting',
      description: null,
      quantity: '2',
      unit: 'DAY',
      unitPrice: '450.00',
      priceBaseQuantity: '1',
      discount: null,
      allowances: [],
      charges: [],
      taxCategory: 'S',
      taxRate: '20',
      exemptionReason: null,
      servicePeriod: null,
      sellerItemId: null,
      buyerItemId: null,
      customFields: {},
      net: '900.00',
      tax: '180.00',
      gross: '1080.00',
    },
  ],
  allowances: [],
  charges: [],
  roundingIncrement: null,
  taxBreakdown: [{ category: 'S', rate: '20', taxable: '900.00', tax: '180.00', exemptionReason: null }],
  series: 'default',
  ...byName(REFERENCE_NAMES, () => null),
  notes: [],
  terms: null,
  paymentMeans: null,
  locale: null,
  customFields: {},
  privateNotes: null,
} satisfies Partial<InvoiceView>;

export const exampleTotals = {
  lineNet: '900.00',
  allowances: '0.00',
  charges: '0.00',
  net: '900.00',
  tax: '180.00',
  gross: '1080.00',
  rounding: '0.00',
  due: '1080.00',
};

export const exampleSeller = {
  id: EXAMPLE_IDS.company,
  name: 'Studio Nord SAS',
  timeZone: 'Europe/Paris',
  currency: 'EUR',
  address: { line1: '5 quai de la Loire', postalCode: '75019', city: 'Paris', country: 'FR' },
  legalId: null,
  vatNumber: 'FR83404833048',
  taxNumber: null,
  email: 'factures@studio-nord.example',
  phone: null,
  website: null,
  legalNotice: null,
  iban: 'FR7630006000011234567890189',
  bic: 'AGRIFRPP',
  logo: null,
  accentColor: null,
} satisfies InvoiceView['seller'];

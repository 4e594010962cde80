import type { CreateClient } from '@billhook/contract/client';
import type { LineBody } from '@billhook/contract/document';

const line = (name: string, quantity: string, unit: string, unitPrice: string, taxRate = '20'): LineBody => ({
  name,
  quantity,
  unit,
  unitPrice,
  priceBaseQuantity: '1',
  allowances: [],
  charges: [],
  taxCategory: 'S',
  taxRate,
});

export const DEMO_CLIENTS: readonly CreateClient[] = [
  {
    kind: 'Business',
    name: 'Atelier Lumen SARL',
    email: 'compta@lumen.example',
    billingAddress: { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' },
    vatNumber: 'FR40303265045',
    paymentTerms: { days: 30, endOfMonth: false },
    externalId: 'crm-1029',
  },
  {
    kind: 'Business',
    name: 'Nordhafen Logistik GmbH',
    email: 'rechnung@nordhafen.example',
    billingAddress: { line1: 'Speicherstraße 12', postalCode: '20457', city: 'Hamburg', country: 'DE' },
    vatNumber: 'DE136695976',
    paymentTerms: { days: 14, endOfMonth: false },
  },
  {
    kind: 'Public',
    name: 'Mairie de Roubaix',
    email: 'factures@roubaix.example',
    billingAddress: { line1: '17 Grand Place', postalCode: '59100', city: 'Roubaix', country: 'FR' },
    paymentTerms: { days: 30, endOfMonth: true },
  },
  {
    kind: 'Individual',
    name: 'Camille Roux',
    email: 'camille@roux.example',
    billingAddress: { postalCode: '59800', city: 'Lille', country: 'FR' },
  },
];

export type DemoOutcome = 'Draft' | 'Sent' | 'Partial' | 'Paid' | 'Overdue' | 'Rejected';

/** An invoice of the demo: how many days ago, for which client, and how far it came. */
export interface DemoInvoice {
  readonly daysAgo: number;
  readonly client: number;
  readonly outcome: DemoOutcome;
  readonly lines: readonly LineBody[];
}

export const DEMO_INVOICES: readonly DemoInvoice[] = [
  { daysAgo: 92, client: 0, outcome: 'Paid', lines: [line('Brand workshop', '2', 'DAY', '780.00')] },
  {
    daysAgo: 75,
    client: 1,
    outcome: 'Paid',
    lines: [line('Signage system', '1', 'C62', '6400.00'), line('Proofs', '12', 'C62', '18.50')],
  },
  { daysAgo: 61, client: 2, outcome: 'Paid', lines: [line('Accessible posters', '40', 'C62', '22.90', '5.5')] },
  { daysAgo: 48, client: 0, outcome: 'Overdue', lines: [line('Website, first part', '9', 'DAY', '720.00')] },
  { daysAgo: 33, client: 1, outcome: 'Partial', lines: [line('Packaging series', '3', 'C62', '1480.00')] },
  { daysAgo: 21, client: 3, outcome: 'Rejected', lines: [line('Family portrait', '1', 'C62', '240.00')] },
  { daysAgo: 9, client: 2, outcome: 'Sent', lines: [line('Exhibition guide', '1', 'C62', '3150.00', '5.5')] },
  { daysAgo: 6, client: 0, outcome: 'Partial', lines: [line('Website, second part', '6', 'DAY', '720.00')] },
  { daysAgo: 3, client: 3, outcome: 'Paid', lines: [line('Prints', '5', 'C62', '32.00')] },
  { daysAgo: 1, client: 1, outcome: 'Draft', lines: [line('Maintenance', '4', 'HUR', '95.00')] },
];

export const DEMO_QUOTES = [
  {
    daysAgo: 40,
    client: 0,
    title: 'Website relaunch',
    sent: true,
    validDays: 30,
    lines: [line('Design and build', '15', 'DAY', '720.00')],
  },
  {
    daysAgo: 12,
    client: 2,
    title: 'Summer festival',
    sent: true,
    validDays: 60,
    lines: [line('Visual identity', '1', 'C62', '4900.00', '5.5')],
  },
  {
    daysAgo: 2,
    client: 1,
    title: 'Fleet lettering',
    sent: false,
    validDays: 30,
    lines: [line('Van lettering', '14', 'C62', '310.00')],
  },
] as const;

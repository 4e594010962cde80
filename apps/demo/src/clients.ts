import type { CreateClient } from '@billhook/contract/invoicing/client';
import type { z } from 'zod';

const table = <Name extends string>(rows: Readonly<Record<Name, z.input<typeof CreateClient>>>) => rows;

/** The clients of the demo, by the names that its other tables use. Phone numbers are from ranges reserved for fiction. */
export const DEMO_CLIENTS = table({
  lumen: {
    kind: 'Business',
    name: 'Atelier Lumen SARL',
    tradingName: 'Lumen',
    email: 'contact@lumen.example',
    phone: '+33 4 65 71 08 40',
    contacts: [
      { name: 'Comptabilité', email: 'compta@lumen.example', receives: ['Invoice'] },
      { name: 'Jeanne Lumen', email: 'jeanne@lumen.example', phone: '+33 6 39 98 08 41', receives: ['Quote'] },
    ],
    billingAddress: { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' },
    legalId: { scheme: '0002', value: '303265045' },
    vatNumber: 'FR40303265045',
    currency: 'EUR',
    locale: 'fr',
    paymentTerms: { days: 30 },
    externalId: 'crm-1029',
    customFields: { accountManager: 'Malik', tier: 'A' },
  },
  nordhafen: {
    kind: 'Business',
    name: 'Nordhafen Logistik GmbH',
    email: 'info@nordhafen.example',
    phone: '+49 40 66969 120',
    contacts: [
      { name: 'Buchhaltung', email: 'rechnung@nordhafen.example', receives: ['Invoice'] },
      { name: 'Jonas Petersen', email: 'petersen@nordhafen.example', receives: ['Quote'] },
    ],
    billingAddress: { line1: 'Speicherstraße 12', postalCode: '20457', city: 'Hamburg', country: 'DE' },
    deliveryAddress: { line1: 'Tor 4, Halle 7', postalCode: '21129', city: 'Hamburg', country: 'DE' },
    vatNumber: 'DE136695976',
    currency: 'EUR',
    locale: 'en',
    paymentTerms: { days: 14 },
    externalId: 'crm-1044',
    notes: 'Speaks German and English; documents in English.',
  },
  roubaix: {
    kind: 'Public',
    name: 'Mairie de Roubaix',
    email: 'culture@roubaix.example',
    contacts: [{ name: 'Service financier', email: 'factures@roubaix.example', receives: ['Invoice', 'Quote'] }],
    billingAddress: { line1: '17 Grand Place', postalCode: '59100', city: 'Roubaix', country: 'FR' },
    buyerReference: 'CULTURE-2',
    locale: 'fr',
    paymentTerms: { days: 30, endOfMonth: true },
    externalId: 'crm-0981',
  },
  camille: {
    kind: 'Individual',
    name: 'Camille Roux',
    firstName: 'Camille',
    lastName: 'Roux',
    email: 'camille@roux.example',
    billingAddress: { line1: '3 rue Gantois', postalCode: '59800', city: 'Lille', country: 'FR' },
    locale: 'fr',
  },
  finch: {
    kind: 'Business',
    name: 'Harbour & Finch Ltd',
    email: 'accounts@harbourfinch.example',
    phone: '+44 20 7946 0123',
    billingAddress: { line1: '40 Wharf Lane', postalCode: 'E14 9ZZ', city: 'London', country: 'GB' },
    currency: 'GBP',
    locale: 'en',
    paymentTerms: { days: 30 },
    externalId: 'crm-1102',
  },
  minot: {
    kind: 'Business',
    name: 'Café Minot',
    email: 'bonjour@minot.example',
    billingAddress: { line1: '2 place du Concert', postalCode: '59800', city: 'Lille', country: 'FR' },
    locale: 'fr',
    paymentTerms: { days: 15 },
  },
});

export type DemoClient = keyof typeof DEMO_CLIENTS;

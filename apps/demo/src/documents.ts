import type { CreateInvoice } from '@billhook/contract/invoicing/invoice';
import type { CreateQuote } from '@billhook/contract/invoicing/quote';
import type { z } from 'zod';
import type { DemoClient } from './clients.js';

type Body<Schema extends z.ZodType> = Omit<z.input<Schema>, 'clientId' | 'currency' | 'issueDate' | 'expiryDate'> & {
  readonly client: DemoClient;
  /** EUR by default. */
  readonly currency?: string;
};
export type DemoInvoice = Body<typeof CreateInvoice>;
/**
 * Valid for some days from its date, or without expiry: PostgreSQL decides by its own clock whether a quote has expired, so a quote of
 * last winter could not be accepted in time.
 */
export type DemoQuote = Body<typeof CreateQuote> & { readonly validDays?: number };

const STANDARD = { taxCategory: 'S', taxRate: '20' } as const;
/** The French VAT rate for printed books. */
const BOOKS = { taxCategory: 'S', taxRate: '5.5' } as const;
const REVERSE = {
  taxCategory: 'AE',
  taxRate: '0',
  exemptionReason: 'Reverse charge, article 196 of Directive 2006/112/EC',
} as const;
const EXPORT = {
  taxCategory: 'G',
  taxRate: '0',
  exemptionReason: 'Export outside the EU, article 262 I of the French tax code',
} as const;

/** Some of these are returned later. */
export const GUIDE = { name: "Guide d'exposition, 64 pages", unitPrice: '7.90', ...BOOKS } as const;
export const PRINT = { name: 'Tirage typographique, 40 × 50 cm', unitPrice: '32.00', ...STANDARD } as const;

const LATE =
  "Pénalités de retard : trois fois le taux d'intérêt légal. Indemnité forfaitaire pour frais de recouvrement : 40 €. Pas d'escompte pour paiement anticipé.";

const invoices = <Name extends string>(rows: Readonly<Record<Name, DemoInvoice>>) => rows;
const quotes = <Name extends string>(rows: Readonly<Record<Name, DemoQuote>>) => rows;

/** The invoices that are created directly; others are converted from quotes. */
export const DEMO_INVOICES = invoices({
  identity: {
    client: 'lumen',
    lines: [
      { name: 'Atelier de marque', quantity: '2', unit: 'DAY', unitPrice: '780.00', ...STANDARD },
      { name: 'Logotype et déclinaisons', quantity: '1', unitPrice: '3400.00', ...STANDARD },
      {
        name: 'Charte graphique',
        description: 'Livrée en PDF, 24 pages',
        quantity: '1',
        unitPrice: '1250.00',
        ...STANDARD,
      },
    ],
    terms: LATE,
  },
  guides: {
    client: 'roubaix',
    purchaseOrder: 'BC-2210',
    lines: [
      { ...GUIDE, quantity: '200' },
      { name: 'Mise en page', quantity: '14', unit: 'HUR', unitPrice: '68.00', ...STANDARD },
    ],
    terms: LATE,
  },
  prints: {
    client: 'camille',
    pricesIncludeTax: true,
    lines: [
      { ...PRINT, quantity: '3' },
      { name: 'Encadrement chêne', quantity: '2', unitPrice: '45.00', ...STANDARD },
    ],
  },
  websiteFirst: {
    client: 'lumen',
    project: 'Refonte du site',
    lines: [
      {
        name: 'Site web, première partie',
        quantity: '9',
        unit: 'DAY',
        unitPrice: '720.00',
        discount: { percent: '10', reason: 'Client fidèle' },
        ...STANDARD,
      },
      { name: 'Photographies', quantity: '12', unitPrice: '85.00', ...STANDARD },
    ],
    allowances: [{ percent: '5', reason: 'Remise de printemps' }],
    notes: ['Merci de votre confiance. La seconde partie commence à votre retour de relecture.'],
    terms: LATE,
  },
  letterpress: {
    client: 'finch',
    currency: 'GBP',
    series: 'export',
    lines: [
      {
        name: 'Letterpress poster, edition of 50',
        quantity: '50',
        unitPrice: '14.20',
        sellerItemId: 'LP-50',
        ...EXPORT,
      },
      { name: 'Packing and shipping', quantity: '1', unitPrice: '96.00', ...EXPORT },
    ],
  },
  workshop: {
    client: 'lumen',
    lines: [{ name: 'Formation à la charte', quantity: '1', unit: 'DAY', unitPrice: '940.00', ...STANDARD }],
  },
  signs: {
    client: 'lumen',
    lines: [{ name: "Panneaux d'accueil", quantity: '6', unitPrice: '128.50', ...STANDARD }],
  },
  menuWrong: {
    client: 'lumen',
    lines: [{ name: 'Cartes de menu', quantity: '80', unitPrice: '3.40', ...STANDARD }],
  },
  menu: {
    client: 'minot',
    lines: [{ name: 'Cartes de menu', quantity: '80', unitPrice: '3.40', ...STANDARD }],
  },
  packaging: {
    client: 'nordhafen',
    purchaseOrder: 'NH-4530',
    lines: [{ name: 'Packaging series', quantity: '3', unitPrice: '1480.00', ...REVERSE }],
  },
  season: {
    client: 'nordhafen',
    lines: [
      { name: 'Trade fair booth, graphics', quantity: '1', unitPrice: '2350.00', ...REVERSE },
      { name: 'Second set of banners', quantity: '4', unitPrice: '140.00', ...REVERSE },
    ],
  },
  websiteSecond: {
    client: 'lumen',
    project: 'Refonte du site',
    lines: [{ name: 'Site web, seconde partie', quantity: '6', unit: 'DAY', unitPrice: '720.00', ...STANDARD }],
    terms: LATE,
  },
  catalogue: {
    client: 'roubaix',
    purchaseOrder: 'BC-2307',
    lines: [{ name: "Catalogue d'hiver, 96 pages", quantity: '350', unitPrice: '9.00', ...BOOKS }],
    terms: LATE,
  },
  care: {
    client: 'lumen',
    purchaseOrder: 'LUM-118',
    lines: [
      { name: 'Maintenance du site', quantity: '3', unit: 'MON', unitPrice: '390.00', ...STANDARD },
      {
        name: 'Hébergement',
        description: 'Sauvegardes comprises',
        quantity: '3',
        unit: 'MON',
        unitPrice: '45.00',
        ...STANDARD,
      },
      {
        name: 'Évolutions du panier',
        quantity: '2.5',
        unit: 'HUR',
        unitPrice: '95.00',
        discount: { percent: '10', reason: 'Client fidèle' },
        ...STANDARD,
      },
    ],
    terms: LATE,
  },
  posters: {
    client: 'finch',
    currency: 'GBP',
    series: 'export',
    lines: [
      {
        name: 'Letterpress poster, edition of 120',
        quantity: '120',
        unitPrice: '12.80',
        sellerItemId: 'LP-120',
        ...EXPORT,
      },
    ],
  },
  cards: {
    client: 'camille',
    pricesIncludeTax: true,
    lines: [{ name: 'Cartes de vœux, lot de 10', quantity: '5', unitPrice: '19.90', ...STANDARD }],
  },
  hotline: {
    client: 'nordhafen',
    lines: [{ name: 'Artwork changes', quantity: '4', unit: 'HUR', unitPrice: '95.00', ...REVERSE }],
    notes: ['Hours to be confirmed by Jonas Petersen.'],
  },
});

export const DEMO_QUOTES = quotes({
  signage: {
    client: 'nordhafen',
    title: 'Signage system for hall 4',
    lines: [
      { name: 'Signage system', quantity: '1', unitPrice: '6400.00', ...REVERSE },
      { name: 'Proofs', quantity: '12', unitPrice: '18.50', ...REVERSE },
    ],
  },
  festival: {
    client: 'roubaix',
    title: "Festival d'été",
    lines: [
      { name: 'Identité visuelle', quantity: '1', unitPrice: '4900.00', ...STANDARD },
      { name: 'Programme imprimé, 32 pages', quantity: '2000', unitPrice: '0.85', ...BOOKS },
      { name: 'Film annonce', quantity: '1', unitPrice: '2800.00', ...STANDARD },
    ],
  },
  shop: {
    client: 'lumen',
    title: 'Boutique en ligne',
    validDays: 30,
    lines: [{ name: 'Conception et réalisation', quantity: '15', unit: 'DAY', unitPrice: '720.00', ...STANDARD }],
  },
  lettering: {
    client: 'nordhafen',
    title: 'Fleet lettering',
    validDays: 60,
    lines: [{ name: 'Van lettering', quantity: '14', unitPrice: '310.00', ...REVERSE }],
  },
  report: {
    client: 'roubaix',
    title: "Rapport d'activité",
    validDays: 45,
    lines: [
      { name: 'Maquette', quantity: '6', unit: 'DAY', unitPrice: '640.00', ...STANDARD },
      { name: 'Impression, 300 exemplaires', quantity: '300', unitPrice: '6.20', ...BOOKS },
    ],
  },
  wedding: {
    client: 'camille',
    title: 'Faire-part de mariage',
    validDays: 30,
    pricesIncludeTax: true,
    lines: [{ name: 'Faire-part, impression typographique', quantity: '90', unitPrice: '4.20', ...STANDARD }],
  },
});

export type InvoiceName = keyof typeof DEMO_INVOICES | 'signageInvoice' | 'festivalDeposit';
export type QuoteName = keyof typeof DEMO_QUOTES | 'festivalSecond' | 'letteringSecond';

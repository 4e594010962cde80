import type { CREDIT_REASON_CODES } from './credit-reason.js';
import type { Reference } from './document-fields.js';

/*
 * The labels that the settings, the public page and the PDF share, in each language.
 * A new reference does not compile until its labels are added.
 */

/** The same keys with other texts. */
type SameKeys<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : SameKeys<T[Key]> };

const enReferences = {
  purchaseOrder: 'Purchase order',
  buyerReference: 'Buyer reference',
  contract: 'Contract',
  project: 'Project',
} satisfies Record<Reference, string>;

const en = {
  kinds: { Invoice: 'Invoice', Quote: 'Quote', CreditNote: 'Credit note' },
  /** The labels in the settings. */
  references: enReferences,
  /** The labels for the client. */
  clientReferences: { ...enReferences, buyerReference: 'Your reference' },
  addressedTo: { Invoice: 'Billed to', Quote: 'Prepared for', CreditNote: 'Credited to' },
  /** The labels of printed dates, and of the credited invoice on a credit note. */
  printed: {
    issueDate: 'Date',
    dueDate: 'Due date',
    expiryDate: 'Valid until',
    supplyDate: 'Date of supply',
    servicePeriod: 'Service period',
    invoice: 'Credits invoice',
  },
  creditReasons: {
    Error: 'Error on the invoice',
    Return: 'Goods or services returned',
    Discount: 'Discount granted later',
    Cancellation: 'Cancellation',
    Other: 'Other',
  } satisfies Record<(typeof CREDIT_REASON_CODES)[number], string>,
  taxCategories: {
    S: 'Standard or reduced rate',
    Z: 'Zero rate',
    E: 'Exempt',
    AE: 'Reverse charge',
    K: 'Intra-Community supply',
    G: 'Export outside the EU',
    O: 'Outside the scope of VAT',
  },
  /** By UNTDID 4461 code; other codes are not shown. */
  paymentMeans: {
    '10': 'Cash',
    '20': 'Cheque',
    '30': 'Credit transfer',
    '42': 'Bank transfer',
    '48': 'Bank card',
    '49': 'Direct debit',
    '54': 'Credit card',
    '55': 'Debit card',
    '57': 'Standing agreement',
    '58': 'SEPA credit transfer',
    '59': 'SEPA direct debit',
    '68': 'Online payment',
    '97': 'Clearing between partners',
  },
};

const frReferences: SameKeys<typeof enReferences> = {
  purchaseOrder: 'Bon de commande',
  buyerReference: 'Référence de l’acheteur',
  contract: 'Contrat',
  project: 'Projet',
};

const fr: SameKeys<typeof en> = {
  kinds: { Invoice: 'Facture', Quote: 'Devis', CreditNote: 'Avoir' },
  references: frReferences,
  clientReferences: { ...frReferences, buyerReference: 'Votre référence' },
  addressedTo: { Invoice: 'Facturé à', Quote: 'Établi pour', CreditNote: 'Client' },
  printed: {
    issueDate: 'Date',
    dueDate: 'Échéance',
    expiryDate: 'Valable jusqu’au',
    supplyDate: 'Date de livraison',
    servicePeriod: 'Période de prestation',
    invoice: 'Facture d’origine',
  },
  creditReasons: {
    Error: 'Erreur sur la facture',
    Return: 'Retour de biens ou de services',
    Discount: 'Remise accordée après coup',
    Cancellation: 'Annulation',
    Other: 'Autre',
  },
  taxCategories: {
    S: 'Taux normal ou réduit',
    Z: 'Taux zéro',
    E: 'Exonéré',
    AE: 'Autoliquidation',
    K: 'Livraison intracommunautaire',
    G: 'Exportation hors UE',
    O: 'Hors champ de la TVA',
  },
  paymentMeans: {
    '10': 'Espèces',
    '20': 'Chèque',
    '30': 'Virement',
    '42': 'Virement bancaire',
    '48': 'Carte bancaire',
    '49': 'Prélèvement',
    '54': 'Carte de crédit',
    '55': 'Carte de débit',
    '57': 'Convention de paiement',
    '58': 'Virement SEPA',
    '59': 'Prélèvement SEPA',
    '68': 'Paiement en ligne',
    '97': 'Compensation',
  },
};

export const DOCUMENT_TEXTS = { en, fr };

import type { LocalizedText } from './localized-text.js';
import type { EventTypeOf, ResourceName, ResourcesWith } from './resources.js';

export type EventResource = Exclude<ResourceName, ResourcesWith<'events', readonly []>>;

export interface EventDefinition<Name extends EventResource = EventResource> {
  readonly resource: Name;
  readonly summary: LocalizedText;
}

/** The events of every resource whose row lists some. */
type EventCatalogue = {
  readonly [Name in EventResource as EventTypeOf<Name>]: EventDefinition<Name>;
};

/** The event catalogue. `data` of the event equals the response to GET of `resource`. */
export const EVENTS = {
  'invoice.created': { resource: 'invoice', summary: { en: 'An invoice is created.', fr: 'Une facture est créée.' } },
  'invoice.updated': {
    resource: 'invoice',
    summary: { en: 'An invoice is updated.', fr: 'Une facture est modifiée.' },
  },
  'invoice.deleted': {
    resource: 'invoice',
    summary: { en: 'A draft invoice is deleted.', fr: 'Un brouillon de facture est supprimé.' },
  },
  'invoice.sent': {
    resource: 'invoice',
    summary: {
      en: 'An invoice is issued: it receives its number.',
      fr: 'Une facture est émise : elle reçoit son numéro.',
    },
  },
  'invoice.paid': {
    resource: 'invoice',
    summary: {
      en: 'An invoice is settled in full, by payments or credit notes.',
      fr: 'Une facture est entièrement soldée, par des paiements ou des avoirs.',
    },
  },
  'invoice.partial': {
    resource: 'invoice',
    summary: { en: 'A part of an invoice is paid or credited.', fr: 'Une partie d’une facture est payée ou créditée.' },
  },
  'invoice.overdue': {
    resource: 'invoice',
    summary: { en: 'An invoice becomes overdue.', fr: 'Une facture est en retard.' },
  },
  'invoice.rejected': {
    resource: 'invoice',
    summary: { en: 'An invoice is rejected.', fr: 'Une facture est refusée.' },
  },
  'client.created': { resource: 'client', summary: { en: 'A client is created.', fr: 'Un client est créé.' } },
  'client.updated': {
    resource: 'client',
    summary: { en: 'A client is edited, archived or restored.', fr: 'Un client est modifié, archivé ou restauré.' },
  },
  'client.deleted': { resource: 'client', summary: { en: 'A client is deleted.', fr: 'Un client est supprimé.' } },
  'quote.created': { resource: 'quote', summary: { en: 'A quote is created.', fr: 'Un devis est créé.' } },
  'quote.updated': { resource: 'quote', summary: { en: 'A quote is updated.', fr: 'Un devis est modifié.' } },
  'quote.deleted': {
    resource: 'quote',
    summary: { en: 'A draft quote is deleted.', fr: 'Un brouillon de devis est supprimé.' },
  },
  'payment.created': {
    resource: 'payment',
    summary: { en: 'A payment or a refund is recorded.', fr: 'Un paiement ou un remboursement est enregistré.' },
  },
  'payment.deleted': {
    resource: 'payment',
    summary: { en: 'A payment or a refund is deleted.', fr: 'Un paiement ou un remboursement est supprimé.' },
  },
  'checkpoint.signed': {
    resource: 'checkpoint',
    summary: {
      en: 'The document chain is signed once a day.',
      fr: 'La chaîne des documents est signée une fois par jour.',
    },
  },
} as const satisfies EventCatalogue;

export type EventType = keyof typeof EVENTS;

/** How many days the messages of events are stored by default. */
export const MESSAGES_KEPT_DAYS = 30;

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];

/** The resources of events, in the order of the catalogue. */
export const EVENT_RESOURCES: readonly EventResource[] = [...new Set(EVENT_TYPES.map((type) => EVENTS[type].resource))];

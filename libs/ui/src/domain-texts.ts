import { EVENTS, type EventType } from '@billhook/domain/shared/events';
import { PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';

/*
 * The domain's tables speak English; here are their French twins. Typed by the tables' keys: a new permission or event does not
 * compile until it has its words.
 */

const PERMISSIONS_FR: Readonly<Record<Permission, string>> = {
  'client.read': 'Voir les clients',
  'client.write': 'Créer, modifier, archiver et supprimer des clients',
  'invoice.read': 'Voir les factures',
  'invoice.write':
    'Créer, modifier, envoyer, refuser, rouvrir, reporter, créditer, passer en perte, annuler et supprimer des factures',
  'quote.read': 'Voir les devis',
  'quote.write': 'Créer, modifier, envoyer, accepter, refuser, réviser, convertir et supprimer des devis',
  'payment.read': 'Voir les paiements',
  'payment.write': 'Enregistrer, affecter, rembourser et supprimer des paiements',
  'event.read':
    'Lire le journal des événements ; les données d’un événement demandent aussi le droit de voir son élément',
  'integration.write':
    'Gérer les webhooks : destinations, secrets et envois, pour les éléments que l’on a le droit de voir',
  'api_key.create': 'Créer des clés d’API pour soi-même',
  'api_key.manage': 'Voir et révoquer toutes les clés d’API de l’entreprise',
  'member.manage': 'Inviter, désactiver et retirer des membres, et modifier leurs droits',
  'company.manage':
    'Modifier l’entreprise : mentions légales, fuseau horaire, date de clôture, taux de TVA et numérotation',
  'audit.read': 'Lire le journal d’audit',
};

const EVENTS_FR: Readonly<Record<EventType, string>> = {
  'invoice.created': 'Une facture est créée.',
  'invoice.updated': 'Une facture est modifiée.',
  'invoice.deleted': 'Une facture est supprimée.',
  'invoice.sent': 'Une facture est envoyée au client.',
  'invoice.paid': 'Une facture est entièrement payée.',
  'invoice.partial': 'Une facture est partiellement payée.',
  'invoice.overdue': 'Une facture est en retard.',
  'invoice.rejected': 'Une facture est refusée.',
  'client.created': 'Un client est créé.',
  'client.updated': 'Un client est modifié.',
  'client.deleted': 'Un client est supprimé.',
  'quote.created': 'Un devis est créé.',
  'quote.updated': 'Un devis est modifié.',
  'quote.deleted': 'Un devis est supprimé.',
  'payment.created': 'Un paiement est enregistré.',
  'payment.deleted': 'Un paiement est supprimé.',
};

export function permissionSummary(permission: Permission, language: string): string {
  return language === 'fr' ? PERMISSIONS_FR[permission] : PERMISSIONS[permission].summary;
}

export function eventSummary(type: EventType, language: string): string {
  return language === 'fr' ? EVENTS_FR[type] : EVENTS[type].summary;
}

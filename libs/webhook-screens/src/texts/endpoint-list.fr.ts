import type { Translation } from '@billhook/ui/texts/translation';
import type { list as en } from './endpoint-list.en.js';

export const list: Translation<typeof en> = {
  lead: 'Une destination est une URL qui reçoit un message signé quand un événement survient.',
  add: 'Ajouter une destination',
  eventCount_one: '{{count}} événement',
  eventCount_other: '{{count}} événements',
  last24: 'Dernières 24 heures',
  delivered: '{{count}} livrés',
  failed_one: '{{count}} échoué',
  failed_other: '{{count}} échoués',
  waiting: '{{count}} en attente',
  quiet: 'Aucun envoi',
  created: 'Ajoutée',
  emptyBody:
    'Ajoutez l’URL de votre récepteur et choisissez ses événements. Vous obtenez un secret de signature pour vérifier les messages.',
};

import type { Translation } from '@billhook/ui/texts/translation';
import type { words as english } from './words.en.js';

export const words: Translation<typeof english> = {
  actions: 'Actions',
  allEndpoints: 'Toutes les destinations',
  allEvents: 'Tous les événements',
  attempts: 'Tentatives',
  copyResponse: 'Copier la réponse',
  created: 'Créé',
  deliveries: 'Envois',
  endpoint: 'Destination',
  endpoints: 'Destinations',
  events: 'Événements',
  health: 'Santé',
  lastSuccess: 'Dernier succès',
  noEndpoints: 'Aucune destination pour l’instant',
  request: 'Requête',
  resend: 'Renvoyer les messages échoués',
  response: 'Réponse',
  rotateSecret: 'Renouveler le secret',
  secret: 'Secret',
  status: 'Statut',
  emptyResponse: 'La réponse n’avait pas de corps.',
};

import { EVENT_RESOURCES } from '@billhook/domain/shared/event-types';
import { resourceTexts } from '@billhook/domain/shared/resource-words';
import type { Translation } from '@billhook/ui/texts/translation';
import type { adding as en } from './add-endpoint.en.js';

/** L’ajout d’une destination, et un message de test. */
export const adding: Translation<typeof en> = {
  url: {
    checking: 'Vérification de l’URL…',
    accepted: 'L’URL est autorisée. Un message de test montre si elle répond.',
  },
  picker: {
    chosen: '{{chosen}} sur {{total}} sélectionnés',
    show: 'Afficher les événements : {{group}}',
    hide: 'Masquer les événements : {{group}}',
    example: 'Exemple',
    exampleOf: 'Exemple de {{type}}',
    copyExample: 'Copier l’exemple',
  },
  preview: {
    title: 'Aperçu avec vos événements',
    choose: 'Sélectionnez des événements pour voir combien de messages ils auraient envoyés.',
    loading: 'Comptage des messages…',
    days_one: 'Sur {{count}} jour, ',
    days_other: 'Sur les {{count}} derniers jours, ',
    none: 'aucun message n’aurait été envoyé.',
    exact_one: '{{formatted}} message aurait été envoyé.',
    exact_other: '{{formatted}} messages auraient été envoyés.',
    atLeast_one: 'au moins {{formatted}} message aurait été envoyé.',
    atLeast_other: 'au moins {{formatted}} messages auraient été envoyés.',
    partial: 'Seuls les événements les plus récents ont été comptés.',
    newest: 'Événements les plus récents',
    record: resourceTexts(EVENT_RESOURCES, 'fr', ({ one }) => `${one} {{id}}`),
  },
  test: {
    title: 'Test',
    lead: 'Envoie un message d’exemple, avec l’en-tête webhook-test: true.',
    event: 'Événement du message de test',
    send: 'Envoyer un message de test',
    waiting: 'En attente de la réponse…',
    hidden: 'Il vous manque le droit {{permission}} pour voir la réponse.',
    took: 'en {{duration}}',
  },
  open: 'Ouvrir la destination',
};

import { EVENT_RESOURCES } from '@billhook/domain/shared/event-types';
import { resourceTexts } from '@billhook/domain/shared/resource-words';
import type { Translation } from '@billhook/ui/texts/translation';
import { adding } from './add-endpoint.fr.js';
import { certification } from './certification.fr.js';
import { deliveries } from './deliveries.fr.js';
import { endpointPage } from './endpoint-page.fr.js';
import { tools } from './event-types-and-signatures.fr.js';
import type { rest as en } from './other-pages.en.js';
import { recover, secrets } from './runs-and-secrets.fr.js';

export const rest: Translation<typeof en> = {
  ...tools,
  adding,
  certification,
  endpointPage,
  recover,
  secrets,
  status: { Enabled: 'Activée', Disabled: 'Désactivée' },
  access: {
    createdBy: 'Créée par',
    changedBy: 'Modifiée par des applications',
    changedByHint:
      'La destination ne fonctionne que tant que dure l’accès de ces applications. Pour y mettre fin, définissez vous-même la valeur.',
  },
  delivery: {
    Waiting: 'En attente',
    Sending: 'Envoi en cours',
    Delivered: 'Remis',
    Failed: 'Échec',
    Cancelled: 'Annulé',
  },
  form: {
    addTitle: 'Ajouter une destination',
    editTitle: 'Modifier la destination',
    url: 'URL de la destination',
    urlHint: 'Une URL HTTPS publique. Billhook y envoie chaque message par une requête POST.',
    urlHintHttp: 'Une URL HTTPS. Cette installation accepte aussi HTTP.',
    urlMissing: 'Saisissez une URL',
    description: 'Description (facultative)',
    events: 'Événements',
    eventsMissing: 'Choisissez au moins un événement',
    notReadable: 'Il vous manque le droit {{permission}} pour choisir cet événement.',
    selectAll: 'Sélectionner tous les événements',
    selectGroup: {
      ...resourceTexts(
        EVENT_RESOURCES,
        'fr',
        ({ many }) => `Tous les événements ${/^[aeéiou]/.test(many) ? 'd’' : 'de '}${many}`,
      ),
      checkpoint: 'Signature quotidienne de la chaîne des documents',
    },
    submit: 'Ajouter la destination',
    save: 'Enregistrer',
    saved: 'Destination enregistrée',
  },
  added: {
    title: 'Destination ajoutée',
    lead: 'Billhook signe les messages avec ce secret. Ajoutez-le à la configuration de votre récepteur. Vous pourrez le réafficher dans ce portail.',
    secret: 'Secret de signature',
    done: 'Terminé',
  },
  endpoint: {
    disable: 'Désactiver',
    enable: 'Activer',
    enabled: 'Destination activée',
    enabledInFull: 'Destination activée. Elle n’a manqué aucun message',
    remove: 'Supprimer',
    test: 'Envoyer un message de test',
    testSent: 'Message de test envoyé',
    disableTitle: 'Désactiver cette destination ?',
    disableBody:
      'La destination ne reçoit plus de messages et ses envois en attente sont annulés. Quand vous la réactiverez, vous pourrez envoyer les messages manqués.',
    disabled: 'Destination désactivée',
    deleteTitle: 'Supprimer cette destination ?',
    deleteBody:
      '{{url}} ne reçoit plus de messages. Ses envois en attente sont annulés, et son secret de signature ne peut plus être affiché. C’est irréversible.',
    deleteConfirm: 'Supprimer la destination',
    deleted: 'Destination supprimée',
  },
  missed: {
    title: 'Messages manqués',
    lead: 'Depuis le {{when}}. Ces messages ne sont envoyés que si vous lancez un rattrapage ici.',
    failed_one: '{{count}} message a échoué ou a été annulé',
    failed_other: '{{count}} messages ont échoué ou ont été annulés',
    missing_one: '{{count}} événement n’a jamais été envoyé',
    missing_other: '{{count}} événements n’ont jamais été envoyés',
    hidden: 'Il vous manque le droit {{permission}} pour voir et envoyer les événements qui n’ont jamais été envoyés.',
    uncounted: 'De nombreux événements n’ont jamais été envoyés (trop pour les compter)',
    replay: 'Envoyer les événements manquants',
    sent: '{{done}} en cours d’envoi',
    run: {
      Running: '{{done}} sur {{total}} en cours d’envoi',
      Paused: 'En pause à {{done}} sur {{total}}',
      Cancelled: 'Arrêté à {{done}} sur {{total}}',
      Completed: 'Terminé : {{done}} sur {{total}} en cours d’envoi ou livrés',
    },
  },
  secret: {
    reveal: 'Afficher le secret',
    hide: 'Masquer le secret',
    previous: 'Secret précédent, valable jusqu’au {{when}}',
    rotateTitle: 'Renouveler le secret de signature ?',
    rotateBody:
      'Les messages sont immédiatement signés avec un nouveau secret. Pendant la période de transition, ils portent les deux signatures : vous pouvez mettre à jour votre récepteur sans perdre de messages. Une destination a au plus {{most}} secrets actifs.',
    overlap: 'Période de transition avec l’ancien secret',
    overlap0: 'Aucun (après une fuite)',
    overlap1: '1 heure',
    overlap24: '24 heures',
    overlap168: '7 jours',
    rotated: 'Secret renouvelé',
  },
  ...deliveries,
};

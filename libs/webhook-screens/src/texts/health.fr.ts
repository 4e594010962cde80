import type { Translation } from '@billhook/ui/texts/translation';
import type { health as en } from './health.en.js';

/** L’état de santé d’une destination. */
export const health: Translation<typeof en> = {
  state: {
    Healthy: 'Opérationnelle',
    Degraded: 'Dégradée',
    Paused: 'En pause',
    Disabled: 'Désactivée',
    OnHold: 'Suspendue',
  },
  label: 'Santé',
  since: 'Depuis',
  failingSince: 'En échec depuis',
  lastSuccess: 'Dernier succès',
  noSuccess: 'Aucun succès ces 90 derniers jours',
  why: 'Raison',
  next: 'Prochaine étape',
  nextShort: 'Ensuite :',
  rule: 'Règle',
  reason: {
    healthy: 'Les messages sont remis.',
    unused: 'Aucun message n’a encore été remis.',
    failing_one: '{{count}} tentative a échoué depuis le dernier succès.',
    failing_other: '{{count}} tentatives de suite ont échoué depuis le dernier succès.',
    degraded_one: '{{count}} tentative a échoué : moins de messages sont envoyés en même temps.',
    degraded_other: '{{count}} tentatives de suite ont échoué : moins de messages sont envoyés en même temps.',
    recovering: 'Elle fonctionne à nouveau. Chaque message remis permet d’en envoyer un de plus en même temps.',
    held: 'Le récepteur a demandé à Billhook d’attendre (Retry-After).',
    paused_one: '{{count}} message a échoué depuis le dernier succès : un seul message est envoyé à la fois.',
    paused_other: '{{count}} messages ont échoué depuis le dernier succès : un seul message est envoyé à la fois.',
    Manual: 'Elle a été désactivée par une personne ou une clé.',
    Gone: 'Le récepteur a répondu 410 Gone : l’URL n’est plus utilisée.',
    Failing: 'Aucun message n’a été remis pendant {{days}} jours.',
    AccessRevoked: 'L’accès de {{name}} a été révoqué.',
    AccessExpired: 'L’accès de {{name}} a expiré.',
    accessEnded: 'L’accès de {{name}} a pris fin : cette destination ne reçoit plus de messages.',
    accessSuspended:
      'L’accès de {{name}} est suspendu. Les messages attendent, et sont envoyés dès que l’accès fonctionne à nouveau.',
    application: 'son application',
  },
  step: {
    Resume: 'L’envoi des messages reprend',
    Probe: 'Un message est envoyé comme sonde',
    Notice: 'Les propriétaires et les membres qui gèrent les webhooks sont avertis par e-mail',
    Disable: 'La destination est désactivée si les échecs continuent',
    other: 'Prochaine étape',
  },
  nothing: 'Rien ne change tant que les messages sont remis.',
  disabled: 'Rien n’est envoyé tant que vous ne l’activez pas. Vous pourrez alors envoyer les messages manqués.',
  disabledUntilSet:
    'Une application dont l’accès a pris fin a défini {{members}}. Définissez la valeur que vous voulez, puis activez la destination.',
  disabledForGood: 'Elle ne peut pas être activée ici : seule l’application peut l’activer, avec un nouvel accès.',
  onHold: 'Les messages attendent que l’accès fonctionne à nouveau.',
};

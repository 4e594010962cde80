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
  openAttempt: '{{error}} : ouvrir la tentative',
  test: 'message de test',
  firstFailure: 'Premier échec',
  lastFailure: 'dernier',
  sending: 'Envoi',
  noSuccess: 'Aucun succès ces 90 derniers jours',
  next: 'Prochaine étape',
  reason: {
    healthy: 'Les messages sont livrés.',
    unused: 'Aucun message n’a encore été livré.',
    failing_one: '{{count}} tentative a échoué.',
    failing_other: '{{count}} tentatives de suite ont échoué.',
    degraded_one: '{{count}} tentative a échoué. Envoi ralenti.',
    degraded_other: '{{count}} tentatives de suite ont échoué. Envoi ralenti.',
    recovering: 'Rétablissement en cours : l’envoi accélère à chaque message livré.',
    enabledAgain: 'Réactivée. En attente du prochain message.',
    notSent: 'Les messages attendent que l’exploitant de Billhook corrige cette erreur.',
    held: 'Le récepteur a demandé à Billhook d’attendre (Retry-After).',
    paused_one: '{{count}} message a échoué. Envoi d’un seul message à la fois.',
    paused_other: '{{count}} messages ont échoué. Envoi d’un seul message à la fois.',
    Manual: 'Désactivée par une personne ou une clé.',
    Gone: 'Désactivée, car 410 signifie que l’URL n’est plus utilisée.',
    Failing: 'Désactivée après {{days}} jours sans succès.',
    AccessRevoked: 'L’accès de {{name}} a été révoqué.',
    AccessExpired: 'L’accès de {{name}} a expiré.',
    accessEnded: 'L’accès de {{name}} a pris fin : cette destination ne reçoit plus de messages.',
    accessSuspended:
      'L’accès de {{name}} est suspendu. Les messages attendent, et sont envoyés dès que l’accès fonctionne à nouveau.',
    application: 'son application',
  },
  step: {
    Attempt: 'Prochaine tentative',
    Resume: 'Reprise de l’envoi',
    Notice: 'Avertissement par e-mail',
    Disable: 'Désactivation si les échecs continuent',
    other: 'Prochaine étape',
  },
  disabled: 'Rien n’est envoyé tant que vous ne l’activez pas. Vous pourrez alors envoyer les messages manqués.',
  disabledUntilSet:
    'Une application dont l’accès a pris fin a défini {{members}}. Définissez la valeur que vous voulez, puis activez la destination.',
  disabledForGood: 'Elle ne peut pas être activée ici : seule l’application peut l’activer, avec un nouvel accès.',
  onHold: 'Les messages attendent que l’accès fonctionne à nouveau.',
};

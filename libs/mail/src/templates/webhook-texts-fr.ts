import { attemptErrorWords, type AttemptFailure } from '@billhook/contract/webhooks/attempt-error-words';
import { formatMoment } from '@billhook/domain/shared/format-moment';
import type { FailureStage, NextStep } from '@billhook/domain/webhooks/endpoint-health';
import type { WebhookTexts } from './notice-texts.js';

const moment = (at: Date): string => formatMoment(at, 'fr');
const WHY = 'Vous recevez cet e-mail parce que l’entreprise est la vôtre ou que vous en gérez les webhooks.';
const BUTTON = 'Ouvrir Paramètres › Webhooks';

const counted = (waiting: number): string | null =>
  waiting === 0 ? null : waiting < 10_000 ? String(waiting) : '10\u202f000 ou plus';

/** Plain spaces before two-part signs become those of French typography. */
const errorOf = (failure: AttemptFailure | null): string | null =>
  failure && attemptErrorWords(failure).fr.replaceAll(' :', '\u202f:');

const STAGES: Readonly<Record<FailureStage, { readonly subject: string; readonly opening: string }>> = {
  Paused: {
    subject: 'en pause',
    opening:
      '10 messages de suite ont échoué\u202f: les envois vers cette destination sont en pause. Billhook essaie un message de temps en temps. Dès que la destination l’accepte, les autres sont envoyés automatiquement.',
  },
  Failing: {
    subject: 'en échec depuis 6 heures',
    opening: 'Cette destination n’a accepté aucun message depuis 6 heures.',
  },
  DisablesIn48Hours: {
    subject: 'désactivation dans les 48 heures',
    opening: 'Cette destination n’a accepté aucun message depuis 3 jours. Elle sera désactivée après 2 jours de plus.',
  },
  DisablesIn24Hours: {
    subject: 'désactivation dans les 24 heures',
    opening: 'Cette destination n’a accepté aucun message depuis 4 jours. Elle sera désactivée après 1 jour de plus.',
  },
};

const STEPS: Readonly<Record<NextStep['step'], string>> = {
  Resume: 'reprise des envois, comme demandé par le récepteur',
  Probe: 'essai d’un message',
  Notice: 'prochain avertissement',
  Disable: 'désactivation',
};

export const FRENCH_WEBHOOKS: WebhookTexts = {
  webhook_failing: ({ name, address, stage, since, lastFailure, waiting, next, disablesAt }) => ({
    subject: `Webhooks vers ${name}\u202f: ${STAGES[stage].subject}`,
    opening: [STAGES[stage].opening],
    facts: [
      ['Destination', address],
      ['En échec depuis le', moment(since)],
      ['Dernière erreur', errorOf(lastFailure)],
      ['Messages en attente', counted(waiting)],
      ['Prochaine étape', next && `${STEPS[next.step]}, le ${moment(next.at)}`],
      ['Désactivation le', moment(disablesAt)],
    ],
    button: BUTTON,
    after: [
      'La destination reste activée si elle répond 2xx à un message d’ici là. Elle n’est désactivée que si au moins 10 messages n’ont pas pu être remis.',
    ],
    why: WHY,
  }),
  webhook_disabled: ({ name, address, reason, since, at, lastFailure }) => ({
    subject: `Webhooks vers ${name}\u202f: désactivés`,
    opening: [
      reason === 'Gone'
        ? 'Cette destination a répondu 410 Gone, ce qui signifie qu’elle n’accepte plus de messages. Elle a été désactivée.'
        : 'Cette destination n’a accepté aucun message pendant 5 jours. Elle a été désactivée.',
      'Elle ne reçoit plus de messages, et ses envois en attente sont annulés.',
    ],
    facts: [
      ['Destination', address],
      ['En échec depuis le', since && moment(since)],
      ['Désactivée le', moment(at)],
      ['Dernière erreur', errorOf(lastFailure)],
    ],
    button: BUTTON,
    after: [
      'Réactivez-la quand elle fonctionne. Vous pourrez alors envoyer les messages manqués, tant qu’ils sont conservés.',
    ],
    why: WHY,
  }),
  webhook_recovered: ({ name, address, waiting }) => ({
    subject: `Webhooks vers ${name}\u202f: de nouveau reçus`,
    opening: [
      'Cette destination accepte de nouveau les messages. Vous n’avez rien à faire\u202f: les messages en attente sont en cours d’envoi.',
    ],
    facts: [
      ['Destination', address],
      ['Messages en attente', counted(waiting)],
    ],
    button: BUTTON,
    after: ['Sur la page de la destination, vous pouvez renvoyer les messages qui ont échoué entre-temps.'],
    why: WHY,
  }),
};

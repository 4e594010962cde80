import type { AttemptErrorKind } from '@billhook/contract/webhooks/attempt-error-kinds';
import type { FailureStage, NextStep } from '@billhook/domain/webhooks/endpoint-health';
import { formatMoment } from '@billhook/domain/shared/format-moment';
import type { NoticeTable } from './notice.js';
import type { WebhookTexts } from './notice-texts.js';

const moment = (at: Date): string => formatMoment(at, 'fr');
const WHY = 'Vous recevez ce message parce que l’entreprise est la vôtre, ou parce que vous en gérez les webhooks.';
const BUTTON = 'Ouvrir Paramètres › Webhooks';

const counted = (waiting: number): string | null =>
  waiting === 0 ? null : waiting < 10_000 ? String(waiting) : '10\u202f000 ou plus';

/** The API's own words are English. */
const ERRORS: Readonly<Record<AttemptErrorKind, string>> = {
  Timeout: 'Le délai a expiré',
  Dns: 'Le nom de l’hôte n’a pas pu être résolu',
  Blocked: 'L’adresse n’est pas publique, ou n’est pas en https',
  Refused: 'La connexion a été refusée',
  Unreachable: 'L’hôte est injoignable',
  Tls: 'La connexion TLS a échoué',
  Reset: 'La connexion a été coupée avant la fin de la réponse',
  Closed: 'La connexion a été fermée avant la fin de la réponse',
  InvalidResponse: 'La réponse n’est pas du HTTP valide',
  ResponseTooLarge: 'Les en-têtes de la réponse sont trop longs',
  Redirect: 'La réponse est une redirection',
  Status: 'La réponse n’est pas un 2xx',
  NotSigned: 'Le secret de signature n’a pas pu être utilisé',
  Other: 'Autre erreur',
};

function errorOf(failure: NoticeTable['webhook_failing']['lastFailure']): string | null {
  if (!failure) return null;
  const words = failure.kind ? ERRORS[failure.kind] : failure.error;
  return failure.status === null ? words : `${words} (${failure.status})`;
}

const STAGES: Readonly<Record<FailureStage, { readonly subject: string; readonly opening: string }>> = {
  Paused: {
    subject: 'en pause',
    opening:
      'Dix messages ont échoué sans qu’aucun soit accepté entre-temps\u00a0: les messages pour cette adresse attendent. L’un d’eux est essayé de temps en temps\u00a0; dès qu’il est accepté, les autres suivent d’eux-mêmes.',
  },
  Failing: {
    subject: 'en échec depuis six heures',
    opening: 'Depuis six heures, cette adresse n’a accepté aucun message.',
  },
  DisablesIn48Hours: {
    subject: 'désactivation dans les 48 heures',
    opening: 'Depuis trois jours, cette adresse n’a accepté aucun message. Encore deux, et elle sera désactivée.',
  },
  DisablesIn24Hours: {
    subject: 'désactivation dans les 24 heures',
    opening: 'Depuis quatre jours, cette adresse n’a accepté aucun message. Encore un, et elle sera désactivée.',
  },
};

const STEPS: Readonly<Record<NextStep['step'], string>> = {
  Resume: 'reprise des envois, comme demandé par le destinataire',
  Probe: 'essai d’un message',
  Notice: 'prochain avertissement',
  Disable: 'désactivation',
};

export const FRENCH_WEBHOOKS: WebhookTexts = {
  webhook_failing: ({ name, address, stage, since, lastFailure, waiting, next, disablesAt }) => ({
    subject: `Webhooks vers ${name}\u00a0: ${STAGES[stage].subject}`,
    opening: [STAGES[stage].opening],
    facts: [
      ['Adresse', address],
      ['En échec depuis le', moment(since)],
      ['Dernière erreur', errorOf(lastFailure)],
      ['Messages en attente', counted(waiting)],
      ['Prochaine étape', next && `${STEPS[next.step]}, le ${moment(next.at)}`],
      ['Désactivation le', moment(disablesAt)],
    ],
    button: BUTTON,
    after: [
      'Un seul message suivi d’une réponse 2xx d’ici là suffit à l’éviter. La désactivation n’a lieu que si au moins dix messages n’ont pas pu être remis.',
    ],
    why: WHY,
  }),
  webhook_disabled: ({ name, address, reason, since, at, lastFailure }) => ({
    subject: `Webhooks vers ${name}\u00a0: désactivés`,
    opening: [
      reason === 'Gone'
        ? 'Cette adresse a répondu 410 Gone, ce qui demande de ne plus rien lui envoyer. Elle a été désactivée.'
        : 'Pendant cinq jours, cette adresse n’a accepté aucun message. Elle a été désactivée.',
      'Plus rien ne lui est envoyé, et ce qui attendait est annulé.',
    ],
    facts: [
      ['Adresse', address],
      ['En échec depuis le', since && moment(since)],
      ['Désactivée le', moment(at)],
      ['Dernière erreur', errorOf(lastFailure)],
    ],
    button: BUTTON,
    after: [
      'Réactivez-la dès qu’elle répond. Ce qu’elle a manqué pourra alors être envoyé, aussi loin que les messages sont conservés.',
    ],
    why: WHY,
  }),
  webhook_recovered: ({ name, address, waiting }) => ({
    subject: `Webhooks vers ${name}\u00a0: de nouveau reçus`,
    opening: [
      'Cette adresse accepte de nouveau les messages. Il n’y a rien à faire\u00a0: ce qui attendait est en cours d’envoi.',
    ],
    facts: [
      ['Adresse', address],
      ['Messages en attente', counted(waiting)],
    ],
    button: BUTTON,
    after: ['Les messages abandonnés entre-temps peuvent y être renvoyés.'],
    why: WHY,
  }),
};

import { formatMoment } from '@billhook/domain/shared/format-moment';
import type { Role } from '@billhook/domain/identity/permissions';
import type { NoticeTexts } from './notice-texts.js';
import { FRENCH_WEBHOOKS } from './webhook-texts-fr.js';

const ROLES: Readonly<Record<Role, string>> = {
  Owner: 'Propriétaire',
  Admin: 'Administrateur',
  Accountant: 'Comptable',
  Sales: 'Commercial',
  'Read-only': 'Lecture seule',
};

const moment = (at: Date): string => formatMoment(at, 'fr');
const quoted = (text: string): string => `«\u00a0${text}\u00a0»`;
const KEY_WHY =
  'Vous recevez ce message parce que cette clé est la vôtre, ou parce que vous gérez les clés de son entreprise.';
const ACCOUNT_WHY =
  'Vous recevez ce message parce qu’il concerne votre propre compte. Il n’est pas possible de s’en désabonner.';
const NOT_YOU =
  'Si ce n’était pas vous, choisissez sans attendre un nouveau mot de passe, fermez vos sessions sous Paramètres › Compte et prévenez la personne qui gère votre entreprise.';

export const FRENCH: NoticeTexts = {
  greeting: 'Bonjour,',
  removed: '[Le lien n’est pas conservé dans cette copie.]',
  notices: {
    ...FRENCH_WEBHOOKS,
    invitation: ({ companyName, inviterName, role, expiresAt }) => ({
      subject: `${inviterName} vous invite à rejoindre ${companyName}`,
      opening: [
        `${inviterName} vous invite à travailler avec ${companyName} sur Billhook, avec le rôle ${quoted(ROLES[role])}.`,
        'Ouvrez l’invitation pour l’accepter. Si vous n’avez pas encore de compte, vous y choisirez un nom et un mot de passe.',
      ],
      facts: [['Ouverte jusqu’au', moment(expiresAt)]],
      button: 'Ouvrir l’invitation',
      after: [
        'Ce lien est pour vous seul. Si vous ne connaissez pas l’expéditeur, ne l’ouvrez pas\u00a0: il ne se passera rien.',
      ],
      why: `Vous recevez ce message parce que ${inviterName} a saisi votre adresse.`,
    }),
    password_reset: ({ expiresAt }) => ({
      subject: 'Choisissez un nouveau mot de passe',
      opening: ['Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte Billhook.'],
      facts: [['Valable une seule fois, jusqu’au', moment(expiresAt)]],
      button: 'Choisir un nouveau mot de passe',
      after: ['Si ce n’était pas vous, il n’y a rien à faire\u00a0: votre mot de passe ne change pas.'],
      why: 'Vous recevez ce message parce que votre adresse a été saisie là où l’on demande un nouveau mot de passe.',
    }),
    key_expiring: ({ keyName, prefix, expiresAt, daysLeft }) => ({
      subject: `La clé d’API ${quoted(keyName)} expire ${daysLeft <= 1 ? 'dans la journée' : `dans ${daysLeft} jours`}`,
      opening: ['Une clé d’API va bientôt expirer. Toute requête qui l’utilise sera alors refusée, définitivement.'],
      facts: [
        ['Clé', `${keyName} (${prefix}…)`],
        ['Expire le', moment(expiresAt)],
      ],
      button: 'Voir la clé',
      after: [
        'Renouvelez-la sur cette page\u00a0: vous obtenez une nouvelle clé, et l’ancienne fonctionne jusqu’à ce que la nouvelle ait pris le relais.',
      ],
      why: KEY_WHY,
    }),
    key_leaked: ({ keyName, prefix, source, at }) => ({
      subject: `La clé d’API ${quoted(keyName)} a été divulguée, et révoquée`,
      opening: [
        'Une personne qui détient une clé d’API entière a signalé sa divulgation. La clé a été révoquée aussitôt\u00a0: les requêtes qui l’utilisent sont désormais refusées.',
      ],
      facts: [
        ['Clé', `${keyName} (${prefix}…)`],
        ['Révoquée le', moment(at)],
        ['Trouvée, selon le signalement, à', source],
      ],
      button: 'Voir la clé',
      after: [
        'Créez une autre clé, mettez-la là où celle-ci servait, et retirez celle-ci de l’endroit où elle a été trouvée. Le journal d’audit et la dernière utilisation de la clé disent ce qui a été fait avec elle.',
      ],
      why: KEY_WHY,
    }),
    key_revoked_by_admin: ({ keys, more, by, reason }) => {
      const facts = keys.map(({ keyName, prefix }) => ['Clé', `${keyName} (${prefix}…)`] as const);
      const [only] = keys;
      return only && keys.length + more === 1
        ? {
            subject: `Votre clé d’API ${quoted(only.keyName)} a été révoquée`,
            opening: [
              `${by}, qui gère les clés de votre entreprise, a révoqué l’une de vos clés. Les requêtes qui l’utilisent sont refusées.`,
            ],
            facts: [...facts, ['Motif', reason]],
            button: 'Voir la clé',
            after: [
              'Si une intégration en a encore besoin, créez-en une autre, ou demandez pourquoi elle a été révoquée.',
            ],
            why: 'Vous recevez ce message parce que cette clé est la vôtre.',
          }
        : {
            subject: `${keys.length + more} de vos clés d’API ont été révoquées`,
            opening: [
              `${by}, qui gère les clés de votre entreprise, a révoqué plusieurs de vos clés. Les requêtes qui les utilisent sont refusées.`,
            ],
            facts: [...facts, ['Et', more > 0 ? (more === 1 ? '1 autre' : `${more} autres`) : null], ['Motif', reason]],
            button: 'Voir vos clés',
            after: [
              'Si une intégration a encore besoin de l’une d’elles, créez-en une autre, ou demandez pourquoi elles ont été révoquées.',
            ],
            why: 'Vous recevez ce message parce que ces clés sont les vôtres.',
          };
    },
    second_factor_changed: ({ state, at, ip }) => ({
      subject:
        state === 'on' ? 'Un second facteur protège votre compte' : 'Le second facteur de votre compte est désactivé',
      opening: [
        state === 'on'
          ? 'Un second facteur a été activé pour votre compte Billhook. Il faut désormais un code en plus du mot de passe pour se connecter.'
          : 'Le second facteur de votre compte Billhook a été désactivé. Le mot de passe suffit désormais pour se connecter.',
      ],
      facts: [
        ['Quand', moment(at)],
        ['Depuis l’adresse', ip],
      ],
      button: null,
      after: [NOT_YOU],
      why: ACCOUNT_WHY,
    }),
    password_changed: ({ at, ip }) => ({
      subject: 'Votre mot de passe a été changé',
      opening: ['Le mot de passe de votre compte Billhook a été changé.'],
      facts: [
        ['Quand', moment(at)],
        ['Depuis l’adresse', ip],
      ],
      button: null,
      after: [NOT_YOU],
      why: ACCOUNT_WHY,
    }),
  },
};

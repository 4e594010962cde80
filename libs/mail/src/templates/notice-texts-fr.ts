import type { Role } from '@billhook/domain/identity/permissions';
import type { PaymentMember } from '@billhook/domain/identity/step-up';
import { formatMoment } from '@billhook/domain/shared/format-moment';
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
const quoted = (text: string): string => `«\u202f${text}\u202f»`;
const KEY_WHY =
  'Vous recevez cet e-mail parce que cette clé est la vôtre ou que vous gérez les clés de son entreprise.';
const ACCOUNT_WHY =
  'Vous recevez cet e-mail parce qu’il concerne votre compte. Vous ne pouvez pas vous désabonner de ces e-mails.';
const NOT_YOU =
  'Si ce n’était pas vous, changez immédiatement de mot de passe, mettez fin à vos autres sessions sous Paramètres › Votre compte et prévenez un administrateur de votre entreprise.';

const PAYMENT_LABELS = {
  iban: 'IBAN',
  bic: 'BIC',
  paymentLink: 'Lien de paiement',
  email: 'Adresse e-mail',
  replyTo: 'Adresse de réponse',
  legalNotice: 'Mentions légales',
  paymentTerms: 'Texte des conditions de paiement',
  terms: 'Conditions sur les documents',
  notes: 'Note sur les documents',
} as const satisfies Record<PaymentMember, string>;

export const FRENCH: NoticeTexts = {
  greeting: 'Bonjour,',
  removed: '[Le lien n’est pas conservé dans cette copie.]',
  notices: {
    ...FRENCH_WEBHOOKS,
    invitation: ({ companyName, inviterName, role, expiresAt }) => ({
      subject: `${inviterName} vous invite à rejoindre ${companyName}`,
      opening: [
        `${inviterName} vous invite à rejoindre ${companyName} sur Billhook avec le rôle ${quoted(ROLES[role])}.`,
        'Ouvrez l’invitation pour l’accepter. Si vous n’avez pas encore de compte, vous choisirez d’abord un nom et un mot de passe.',
      ],
      facts: [['Valable jusqu’au', moment(expiresAt)]],
      button: 'Ouvrir l’invitation',
      after: ['Ce lien est pour vous seul. Si vous ne connaissez pas l’expéditeur, ignorez cet e-mail.'],
      why: `Vous recevez cet e-mail parce que ${inviterName} a saisi votre adresse.`,
    }),
    password_reset: ({ expiresAt }) => ({
      subject: 'Choisissez un nouveau mot de passe',
      opening: ['Un lien pour choisir un nouveau mot de passe a été demandé pour votre compte Billhook.'],
      facts: [['Valable une seule fois, jusqu’au', moment(expiresAt)]],
      button: 'Choisir un nouveau mot de passe',
      after: ['Si ce n’était pas vous, ignorez cet e-mail\u202f: votre mot de passe ne change pas.'],
      why: 'Vous recevez cet e-mail parce que votre adresse a été saisie sur la page de réinitialisation du mot de passe.',
    }),
    key_expiring: ({ keyName, prefix, expiresAt, daysLeft }) => ({
      subject: `La clé d’API ${quoted(keyName)} expire ${daysLeft <= 1 ? 'dans moins de 24 heures' : `dans ${daysLeft} jours`}`,
      opening: ['Une clé d’API expire bientôt. Les requêtes qui l’utilisent seront alors refusées.'],
      facts: [
        ['Clé', `${keyName} (${prefix}…)`],
        ['Expire le', moment(expiresAt)],
      ],
      button: 'Voir la clé',
      after: [
        'Renouvelez la clé avant son expiration\u202f: vous obtenez une nouvelle clé, et l’ancienne fonctionne encore pendant que vous installez la nouvelle.',
      ],
      why: KEY_WHY,
    }),
    key_leaked: ({ keyName, prefix, source, at }) => ({
      subject: `La clé d’API ${quoted(keyName)} a fui et a été révoquée`,
      opening: [
        'La fuite d’une clé d’API a été signalée, et la clé a été immédiatement révoquée. Les requêtes qui l’utilisent sont refusées.',
      ],
      facts: [
        ['Clé', `${keyName} (${prefix}…)`],
        ['Révoquée le', moment(at)],
        ['Emplacement signalé', source],
      ],
      button: 'Voir la clé',
      after: [
        'Créez une nouvelle clé pour les programmes qui utilisaient celle-ci, et retirez celle-ci de l’endroit où elle a fui. Pour voir comment elle a servi, consultez la page de la clé et le journal d’audit.',
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
              'Si une intégration en a encore besoin, créez une nouvelle clé, ou demandez à l’administrateur pourquoi elle a été révoquée.',
            ],
            why: 'Vous recevez cet e-mail parce que cette clé est la vôtre.',
          }
        : {
            subject: `${keys.length + more} de vos clés d’API ont été révoquées`,
            opening: [
              `${by}, qui gère les clés de votre entreprise, a révoqué plusieurs de vos clés. Les requêtes qui les utilisent sont refusées.`,
            ],
            facts: [...facts, ['Et', more > 0 ? (more === 1 ? '1 autre' : `${more} autres`) : null], ['Motif', reason]],
            button: 'Voir vos clés',
            after: [
              'Si une intégration a encore besoin de l’une d’elles, créez une nouvelle clé, ou demandez à l’administrateur pourquoi elles ont été révoquées.',
            ],
            why: 'Vous recevez cet e-mail parce que ces clés sont les vôtres.',
          };
    },
    export_ready: ({ companyName, expiresAt, missing }) => ({
      subject: missing > 0 ? `L’export de ${companyName} est incomplet` : `L’export de ${companyName} est prêt`,
      opening: [
        missing > 0
          ? `L’export de ${companyName} contient toutes les données, mais pas tous les PDF. PDF manquants : ${missing}. Le fichier README.txt de l’archive les nomme et donne les raisons. Vous pouvez télécharger l’export ou en demander un autre.`
          : `L’export de toutes les données de ${companyName} est terminé. Vous pouvez le télécharger.`,
      ],
      facts: [['Disponible jusqu’au', moment(expiresAt)]],
      button: 'Télécharger l’export',
      after: [
        'L’archive contient des données de vos clients et de vos membres. Conservez-la dans un endroit auquel vous seul avez accès.',
      ],
      why: 'Vous recevez cet e-mail parce que vous avez demandé cet export.',
    }),
    deletion_requested: ({ companyName, by, deletesAt }) => ({
      subject: `${companyName} sera supprimée`,
      opening: [
        `${by} a demandé la suppression de ${companyName}. L’entreprise reste en lecture seule jusqu’à sa suppression.`,
        'La suppression efface définitivement toutes les données de l’entreprise\u202f: clients, documents, paiements, membres, clés d’API et webhooks.',
      ],
      facts: [['Suppression', moment(deletesAt)]],
      button: 'Voir la demande',
      after: ['Pour conserver l’entreprise, retirez la demande sur cette page avant la suppression.'],
      why: 'Vous recevez cet e-mail parce que vous êtes propriétaire de l’entreprise.',
    }),
    payment_details_changed: ({ companyName, by, changes, at, ip }) => ({
      subject: `Les coordonnées de paiement de ${companyName} ont été modifiées`,
      opening: [
        `${by} a modifié les informations de ${companyName} qui indiquent aux clients où payer et à qui répondre. Elles figurent sur les documents que vous enverrez désormais.`,
      ],
      facts: [
        ...changes.map(({ member, to }) => [PAYMENT_LABELS[member], to ?? 'supprimé'] as const),
        ['Date', moment(at)],
        ['Adresse IP', ip],
      ],
      button: 'Voir l’entreprise',
      after: [
        'Si vous n’attendiez pas cette modification, corrigez-la immédiatement, mettez fin aux sessions du membre et vérifiez les documents envoyés depuis. Le journal d’audit contient les valeurs précédentes.',
      ],
      why: 'Vous recevez cet e-mail parce que vous êtes propriétaire de l’entreprise.',
    }),
    second_factor_changed: ({ state, at, ip }) => ({
      subject: `L’authentification à deux facteurs a été ${state === 'on' ? 'activée' : 'désactivée'}`,
      opening: [
        state === 'on'
          ? 'L’authentification à deux facteurs a été activée pour votre compte Billhook. Il vous faut désormais un code en plus du mot de passe pour vous connecter.'
          : 'L’authentification à deux facteurs a été désactivée pour votre compte Billhook. Le mot de passe suffit désormais pour vous connecter.',
      ],
      facts: [
        ['Date', moment(at)],
        ['Adresse IP', ip],
      ],
      button: null,
      after: [NOT_YOU],
      why: ACCOUNT_WHY,
    }),
    password_changed: ({ at, ip }) => ({
      subject: 'Votre mot de passe a été changé',
      opening: ['Le mot de passe de votre compte Billhook a été changé.'],
      facts: [
        ['Date', moment(at)],
        ['Adresse IP', ip],
      ],
      button: null,
      after: [NOT_YOU],
      why: ACCOUNT_WHY,
    }),
  },
};

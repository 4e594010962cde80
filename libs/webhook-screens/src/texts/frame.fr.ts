import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './frame.en.js';

export const fr: Translation<typeof en> = {
  nav: {
    label: 'Webhooks',
    endpoints: 'Destinations',
    deliveries: 'Envois',
    eventTypes: 'Types d’événements',
    signatureCheck: 'Contrôle de signature',
  },
  session: {
    ended: 'Votre session du portail est terminée',
    body: 'Rouvrez le portail depuis Paramètres > API et connexions > Webhooks. Les webhooks sont envoyés même quand le portail est fermé.',
    again: 'Rouvrir le portail',
    continueLead:
      'Votre saisie est conservée. Ouvrez Paramètres > API et connexions > Webhooks dans un autre onglet de ce navigateur, ou ouvrez-y un nouveau lien vers le portail. Continuez ensuite ici.',
    openSettings: 'Ouvrir les paramètres dans un nouvel onglet',
    continue: 'Continuer',
    stillEnded: 'Le portail est toujours fermé dans ce navigateur. Ouvrez-le dans un autre onglet, puis continuez ici.',
    leave: 'Abandonner les modifications et quitter cette page',
    allowHttp:
      'Cette installation accepte les destinations en HTTP simple : vous pouvez utiliser une adresse sur localhost.',
  },
  link: {
    used: 'Ce lien a déjà été utilisé',
    usedBody: 'Un lien vers le portail fonctionne une seule fois.',
    expired: 'Ce lien a expiré',
    expiredBody: 'Un lien vers le portail fonctionne pendant 15 minutes.',
    revoked: 'Ce lien est révoqué',
    revokedBody: 'Un membre de l’entreprise l’a révoqué.',
    invalid: 'Lien non valide',
    invalidBody: 'Il est incomplet, ou son créateur n’a plus accès.',
    body: 'Si vous avez un compte, ouvrez le portail depuis Paramètres > API et connexions > Webhooks. Sinon, demandez un nouveau lien à son expéditeur.',
  },
  viewOnly: {
    note: 'Lecture seule : vous pouvez tout consulter, sauf les secrets de signature, et vous ne pouvez rien modifier.',
    secret: 'Les secrets de signature ne sont pas affichés dans un portail en lecture seule.',
  },
};

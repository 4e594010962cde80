import type { TranslationOf } from '@billhook/ui/texts/translation';

export const fr: TranslationOf<'clientLink'> = {
  title: 'Lien vers tous les documents',
  state: {
    None: 'Une page où le client voit tous les documents émis et ce qu’il doit. Elle n’a pas encore de lien.',
    Active:
      'Réservé au client : toute personne qui a ce lien voit tous les documents du client et peut répondre en son nom.',
    Expired: 'Le lien a expiré. Les e-mails ne le contiennent plus tant que vous n’en créez pas un autre.',
    Revoked: 'Le lien a été révoqué. Les e-mails ne le contiennent plus tant que vous n’en créez pas un autre.',
  },
  created: 'Créé le {{date}}.',
  expires: 'Expire le {{date}}.',
  show: 'Afficher le lien',
  copy: 'Copier le lien',
  create: 'Créer un lien',
  createTitle: 'Créer un lien vers tous les documents ?',
  body: 'La page montre chaque document émis du client, y compris ceux sans lien. Toute personne à qui le client transfère le lien voit la même chose.',
  replace: 'Remplacer le lien',
  replaceTitle: 'Remplacer le lien ?',
  replaceBody: 'Le lien actuel cesse de fonctionner.',
  until: 'Dernier jour',
  untilHint: 'Vide = n’expire jamais',
  revoke: 'Révoquer',
  revokeTitle: 'Révoquer le lien vers tous les documents ?',
  revokeBody:
    'La page ne s’ouvre plus et les e-mails ne contiennent plus le lien. Les liens des documents isolés restent valables.',
  revoked: 'Lien révoqué',
};

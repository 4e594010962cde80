import type { TranslationOf } from '@billhook/ui/texts/translation';

export const fr: TranslationOf<'taxRates'> = {
  lead: 'Les taux que vos documents utilisent. Avant l’envoi d’une facture, la validation signale tout autre taux.',
  forbidden: 'Vous ne pouvez pas voir les taux de TVA',
  create: 'Ajouter un taux',
  rate: 'Taux en pour cent',
  archived: 'Archivé',
  edit: 'Renommer',
  editOf: 'Renommer {{name}}',
  archiveOf: 'Archiver {{name}}',
  restore: 'Restaurer',
  restoreOf: 'Restaurer {{name}}',
  empty: 'Aucun taux de TVA',
  emptyBody:
    'Ajoutez les taux que vous facturez, comme 20\u202f%. La validation signale ensuite tout autre taux, comme 0,2\u202f% saisi pour 20\u202f%.',
  form: {
    createTitle: 'Ajouter un taux de TVA',
    editTitle: 'Renommer {{name}}',
    nameHint: 'Un nom pour le taux, comme « Taux normal »',
    rateHint:
      'Supérieur à 0, avec 4 décimales au plus, comme 5,5. Pour un taux de 0, utilisez une autre catégorie de TVA.',
    rateLocked:
      'Le taux ne peut pas être modifié, car des documents peuvent l’utiliser. Ajoutez un autre taux et archivez celui-ci.',
    rateError: 'Saisissez un nombre supérieur à 0, avec 4 décimales au plus',
    submitCreate: 'Ajouter le taux',
    created: '{{name}} est ajouté',
    updated: '{{name}} est enregistré',
  },
};

import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './tax-rates.en.js';

export const fr: Translation<typeof en> = {
  title: 'Taux de TVA',
  lead: 'Les taux que vos documents utilisent. La validation signale tout autre taux avant l’envoi d’une facture.',
  forbidden: 'Vous ne pouvez pas voir les taux de TVA',
  forbiddenBody: 'Il faut l’autorisation invoice.read. Un administrateur de l’entreprise peut vous la donner.',
  create: 'Ajouter un taux',
  name: 'Nom',
  rate: 'Taux en pour cent',
  status: 'Statut',
  actions: 'Actions',
  active: 'Actif',
  archived: 'Archivé',
  edit: 'Renommer',
  editOf: 'Renommer {{name}}',
  archive: 'Archiver',
  archiveOf: 'Archiver {{name}}',
  restore: 'Restaurer',
  restoreOf: 'Restaurer {{name}}',
  empty: 'Aucun taux de TVA',
  emptyBody:
    'Ajoutez les taux que vous facturez, comme 20 %. La validation signale ensuite un taux qui n’en fait pas partie, comme 0,2 % envoyé pour 20 %.',
  form: {
    createTitle: 'Ajouter un taux de TVA',
    editTitle: 'Renommer {{name}}',
    nameHint: 'Pour les lecteurs, comme « Taux normal »',
    rateHint: 'Supérieur à 0, avec 4 décimales au plus, comme 5,5. Les taux de 0 relèvent d’autres catégories de TVA.',
    rateLocked: 'Des documents ont copié ce taux. Ajoutez-en un autre et archivez celui-ci.',
    rateFault: 'Saisissez un nombre supérieur à 0, avec 4 décimales au plus',
    submitCreate: 'Ajouter le taux',
    created: '{{name}} est ajouté',
    updated: '{{name}} est modifié',
  },
};

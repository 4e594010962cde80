import type { en } from './client.en.js';

export const fr: Record<keyof typeof en, string> = {
  lead: 'De {{seller}} pour {{client}}',
  due: 'Montant dû',
  nothingDue: 'Rien à payer pour le moment.',
  overdue: 'Dont {{amount}} en retard.',
  document: 'Document',
  issued: 'Émis le',
  until: 'Échéance ou validité',
  dueOn: 'Échéance',
  validUntil: 'Valable jusqu’au',
  total: 'Total',
  paid: 'Payé',
  left: 'Montant dû',
  status: 'État',
  awaitsAnswer: 'En attente de votre réponse',
  none: 'Il n’y a pas encore de document.',
  newer: 'Page précédente',
  older: 'Page suivante',
  page: 'Page {{page}} sur {{pages}}',
  contact: 'Une question\u202f? Contactez {{seller}}.',
  pages: 'Pages',
};

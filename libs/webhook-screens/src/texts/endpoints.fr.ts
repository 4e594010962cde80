import type { Translation } from '@billhook/ui/texts/translation';
import type { endpoints as en } from './endpoints.en.js';

/** Les colonnes de la liste des destinations. */
export const endpoints: Translation<typeof en> = {
  activity: 'Tentatives, dernières 24 heures',
  waiting: 'En attente',
  never: 'Aucun pour l’instant',
  bars: {
    summary: 'Tentatives des dernières 24 heures : réussies {{succeeded}}, échouées {{failed}}',
    none: 'Aucune tentative',
    hour: '{{when}} : réussies {{succeeded}}, échouées {{failed}}',
    succeeded_one: '{{count}} réussie',
    succeeded_other: '{{count}} réussies',
    failed_one: '{{count}} échouée',
    failed_other: '{{count}} échouées',
  },
};

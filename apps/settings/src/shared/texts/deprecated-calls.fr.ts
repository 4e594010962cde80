import type { Translation } from '@billhook/ui/i18n';
import type { en } from './deprecated-calls.en.js';

export const fr: Translation<typeof en> = {
  title_one: '{{count}} clé appelle encore des routes qui seront supprimées',
  title_other: '{{count}} clés appellent encore des routes qui seront supprimées',
  body: 'La première de ces routes peut être supprimée à partir du {{date}}. Les requêtes vers une route supprimée sont refusées.',
  show: 'Afficher les routes',
  hide: 'Masquer les routes',
  table: 'Routes qui seront supprimées',
  route: 'Route',
  guide: 'Guide de migration',
  guideOf: 'Guide de migration de {{route}}',
  successor: 'Remplacée par',
  noSuccessor: 'Aucune',
  sunset: 'Suppression à partir du',
  since: 'dépréciée depuis le {{date}}',
  keys: 'Clés qui l’ont appelée ces 30 derniers jours',
  owner: 'de {{name}}',
  calls_one: '{{number}} appel depuis le {{date}}',
  calls_other: '{{number}} appels depuis le {{date}}',
};

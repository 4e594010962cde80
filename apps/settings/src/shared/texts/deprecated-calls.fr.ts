import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './deprecated-calls.en.js';

export const fr: Translation<typeof en> = {
  title_one: '{{count}} clé appelle encore des routes qui seront supprimées',
  title_other: '{{count}} clés appellent encore des routes qui seront supprimées',
  body: 'La première peut disparaître à partir du {{date}}. Ce qui l’appelle alors est refusé.',
  show: 'Voir lesquelles',
  hide: 'Les masquer',
  table: 'Routes qui seront supprimées',
  route: 'Route',
  guide: 'Comment migrer',
  guideOf: 'Comment migrer depuis {{route}}',
  successor: 'Remplacée par',
  noSuccessor: 'Rien',
  sunset: 'Peut disparaître dès le',
  since: 'dépréciée à partir du {{date}}',
  keys: 'Appelée ces 30 derniers jours par',
  owner: 'de {{name}}',
  calls_one: '{{number}} appel depuis le {{date}}',
  calls_other: '{{number}} appels depuis le {{date}}',
};

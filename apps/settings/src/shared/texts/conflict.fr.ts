import type { TranslationOf } from '@billhook/ui/texts/translation';

export const fr: TranslationOf<'conflict'> = {
  title: 'Champs différents',
  field: 'Champ',
  mine: 'Votre version',
  theirs: 'Leur version',
  kept: 'Non modifié par vous',
  none: 'Aucun',
  yes: 'Oui',
  no: 'Non',
  hint: 'Seuls les champs que vous avez modifiés sont remplacés.',
};

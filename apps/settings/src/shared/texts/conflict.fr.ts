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
  stale: {
    title: 'Modifié par quelqu’un d’autre',
    body: 'Quelqu’un d’autre a modifié cet élément depuis que vous l’avez ouvert. Vos modifications n’ont pas été enregistrées. Rechargez pour voir la version actuelle.',
    reload: 'Recharger',
    choose:
      'Quelqu’un d’autre a enregistré cet élément depuis que vous l’avez ouvert. Vos modifications ne sont pas enregistrées.',
    theirs: 'Abandonner mes modifications et charger les siennes',
    mine: 'Remplacer par mes modifications',
  },
  deleted: {
    title: 'Cet élément a été supprimé',
    body: 'Quelqu’un l’a supprimé pendant qu’il était ouvert ici. La page montre son dernier contenu, et rien ne peut être enregistré.',
    back: 'Retour à la liste',
    bodyAt: 'Il a été supprimé le {{at}}. La page montre son dernier contenu, et rien ne peut être enregistré.',
  },
};

import type { TranslationOf } from '@billhook/ui/texts/translation';

export const fr: TranslationOf<'bulk'> = {
  send: {
    title_one: 'Envoyer {{count}} brouillon',
    title_other: 'Envoyer {{count}} brouillons',
    none: 'Aucun des documents sélectionnés n’est un brouillon.',
    others_one: '{{count}} document sélectionné n’est pas un brouillon et reste inchangé.',
    others_other: '{{count}} documents sélectionnés ne sont pas des brouillons et restent inchangés.',
    how: 'Comment voulez-vous les remettre ?',
    email: 'E-mail',
    emailHint: 'Envoie chaque PDF et chaque lien client aux contacts du client.',
    link: 'Lien',
    linkHint: 'Vous copiez le lien client de chaque document et l’envoyez vous-même.',
    start: 'Envoyer',
  },
  pdf: {
    title_one: 'Télécharger {{count}} PDF',
    title_other: 'Télécharger {{count}} PDF',
    body: 'Chaque document est un fichier. Votre navigateur peut demander s’il peut télécharger plusieurs fichiers.',
    start: 'Télécharger',
  },
  progress: 'Progression',
  running: '{{done}} sur {{total}}',
  stop: 'Arrêter',
  done_one: '{{count}} document traité',
  done_other: '{{count}} documents traités',
  failed_one: '{{count}} échec',
  failed_other: '{{count}} échecs',
  failures: 'Documents en échec',
  stopped: 'Arrêté avant son tour.',
  retry_one: 'Réessayer celui qui a échoué',
  retry_other: 'Réessayer les {{count}} qui ont échoué',
};

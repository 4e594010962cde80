import type { Translation } from '../i18n.js';
import type { en } from './en.js';

export const fr: Translation<typeof en> = {
  skip: 'Aller au contenu',
  openMenu: 'Ouvrir la navigation',
  closeMenu: 'Fermer la navigation',
  close: 'Fermer',
  cancel: 'Annuler',
  retry: 'Réessayer',
  loading: 'Chargement…',
  loadMore: 'Afficher la suite',
  preferences: 'Préférences',
  language: 'Langue',
  appearance: 'Apparence',
  schemeLight: 'Clair',
  schemeDark: 'Sombre',
  schemeAuto: 'Comme le système',
  copy: 'Copier',
  copied: 'Copié',
  copyFailed: 'La copie a échoué. Sélectionnez le texte et appuyez sur Ctrl+C ou ⌘C.',
  requestId: 'Identifiant de la requête : {{id}}',
  errorTitle: 'Cela n’a pas fonctionné',
  notFoundTitle: 'Cette page n’existe pas',
  notFoundBody: 'L’adresse est peut-être mal saisie, ou l’élément n’existe plus.',
  goBack: 'Revenir au début',
  never: 'Jamais',
  none: 'Aucune',
};

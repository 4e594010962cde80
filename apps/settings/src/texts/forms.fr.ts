import type { Translation } from '@billhook/ui/i18n';
import type { en } from './forms.en.js';

export const fr: Translation<typeof en> = {
  required: 'Remplissez ce champ',
  save: 'Enregistrer',
  saved: 'Enregistré',
  discard: 'Annuler les modifications',
  faults_one: '{{count}} champ est à corriger',
  faults_other: '{{count}} champs sont à corriger',
  leaveTitle: 'Quitter sans enregistrer ?',
  leaveBody: 'Ce que vous avez saisi ici sera perdu.',
  leave: 'Quitter',
  nothingFound: 'Aucun résultat',
  none: 'Non renseigné',
  readOnly: 'Vous pouvez consulter cette page sans la modifier : il faut pour cela le droit {{permission}}.',
  restored:
    'Ce formulaire contient ce que vous avez saisi avant le rechargement de la page. Rien n’est encore enregistré.',
  line1: 'Numéro et rue',
  line2: 'Complément d’adresse',
  postalCode: 'Code postal',
  city: 'Ville',
  region: 'Région ou État',
  country: 'Pays',
  currency: 'Devise',
  timeZone: 'Fuseau horaire',
  timeZoneNow: 'Il y est {{time}}.',
  scheme: 'Registre',
  schemeHint: 'Code ISO 6523, comme 0002 pour un SIREN',
  schemeValue: 'Numéro dans ce registre',
  schemeValueHint: 'Tel qu’il y figure',
  schemePair: 'Indiquez à la fois le registre et le numéro',
};

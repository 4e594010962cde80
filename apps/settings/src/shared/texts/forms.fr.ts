import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './forms.en.js';

export const fr: Translation<typeof en> = {
  notANumber: 'Saisissez un nombre, comme 12,5',
  required: 'Remplissez ce champ',
  save: 'Enregistrer',
  saved: 'Enregistré',
  discard: 'Annuler les modifications',
  errors_one: '{{count}} champ est à corriger',
  errors_other: '{{count}} champs sont à corriger',
  reason: 'Motif (facultatif)',
  shownOnce: {
    done: 'Terminé',
    stay: 'Rester',
    leave: 'Quitter quand même',
  },
  nothingFound: 'Aucun résultat',
  none: 'Non renseigné',
  readOnly: 'Vous pouvez consulter cette page mais pas la modifier. Il vous faut le droit {{permission}}.',
  restored:
    'Ce formulaire contient vos modifications d’avant le rechargement de la page. Elles ne sont pas encore enregistrées.',
  line1: 'Numéro et rue',
  line2: 'Complément d’adresse',
  postalCode: 'Code postal',
  city: 'Ville',
  region: 'Région ou État',
  country: 'Pays',
  currency: 'Devise',
  timeZone: 'Fuseau horaire',
  timeZoneNow: 'L’heure y est {{time}}.',
  schemeOf: '{{label}} : type d’identifiant',
  schemeHint: 'Code ISO 6523, comme 0002 pour un SIREN',
  schemeValue: 'Identifiant',
  schemeValueHint: 'Par exemple 9 chiffres pour un SIREN',
  schemePair: 'Indiquez à la fois le type et l’identifiant',
};

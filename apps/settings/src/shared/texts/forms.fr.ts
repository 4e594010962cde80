import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './forms.en.js';

export const fr: Translation<typeof en> = {
  notANumber: 'Saisissez un nombre, comme 12,5',
  required: 'Remplissez ce champ',
  saved: 'Enregistré',
  discard: 'Annuler les modifications',
  reason: 'Motif (facultatif)',
  shownOnce: {
    done: 'Terminé',
    stay: 'Rester',
    leave: 'Quitter quand même',
  },
  nothingFound: 'Aucun résultat',
  none: 'Non renseigné',
  readOnly: 'Vous pouvez consulter cette page mais pas la modifier. Il vous manque le droit {{permission}}.',
  restored:
    'Ce formulaire contient vos modifications d’avant le rechargement de la page. Elles ne sont pas encore enregistrées.',
  line1: 'Numéro et rue',
  line1Hint: 'Ou toute l’adresse sur une ligne',
  line2: 'Complément d’adresse',
  postalCode: 'Code postal',
  city: 'Ville',
  region: 'Région ou État',
  timeZoneNow: 'L’heure y est {{time}}.',
  schemeOf: '{{label}} : type d’identifiant',
  schemeHint: 'À choisir, ou son code à saisir',
  schemeCode: 'Code {{code}}',
  schemeNoCode: 'Autre registre, sans code',
  schemeNoCodeHint: 'Avec le tribunal ou le lieu, par exemple HRB 12345, Amtsgericht München',
  schemeEmail: 'Adresse e-mail',
  schemeElectronic: '{{scheme}} pour la facturation électronique',
  schemeValue: 'Identifiant',
  schemeValueHint: 'Par exemple 9 chiffres pour un SIREN',
  schemePair: 'Indiquez à la fois le type et l’identifiant',
};

import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './company.en.js';

export const fr: Translation<typeof en> = {
  title: 'Coordonnées de l’entreprise',
  lead: 'Vos coordonnées sur les devis, factures et avoirs. Les documents déjà envoyés ne changent pas.',
  identity: 'Identité',
  name: 'Dénomination',
  legalId: 'Identifiant légal',
  vatNumber: 'Numéro de TVA',
  vatHint: 'Avec le préfixe du pays, comme FR40303265045',
  taxNumber: 'Numéro fiscal',
  taxNumberHint:
    'Sans numéro de TVA : le numéro attribué par l’administration fiscale, comme la Steuernummer ou le codice fiscale',
  address: 'Adresse',
  contact: 'Contact',
  email: 'E-mail',
  emailHint: 'Les réponses à vos e-mails arrivent à cette adresse. La modifier demande votre mot de passe.',
  phone: 'Téléphone',
  website: 'Site web',
  money: 'Paiement',
  moneyHint:
    'Imprimé sur les factures sans compte bancaire propre. Toute modification demande votre mot de passe, et les propriétaires reçoivent un e-mail.',
  iban: 'IBAN',
  bic: 'BIC',
  currency: 'Devise',
  documents: 'Documents',
  legalNotice: 'Mentions légales',
  legalNoticeHint:
    'Imprimées au pied de chaque page : forme juridique, capital, registre. Les modifier demande votre mot de passe.',
  timeZone: 'Fuseau horaire',
  timeZoneHint: 'Détermine le jour courant pour les dates d’émission, les échéances et la numérotation.',
  plan: 'Offre',
  closing: 'Périodes clôturées',
  closingHint:
    'Aucune opération datée de la date de clôture ou d’avant ne peut être enregistrée : émission, avoir, paiement ou passage en perte.',
  lockedUntil: 'Date de clôture',
  lockedUntilHint:
    'Laissez vide pour garder toutes les périodes ouvertes. La ramener à une date antérieure exige votre mot de passe et s’inscrit au journal d’audit.',
};

import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './company.en.js';

export const fr: Translation<typeof en> = {
  title: 'Coordonnées de l’entreprise',
  lead: 'Ce que vos documents disent de vous. Les documents envoyés gardent ce qu’ils disaient.',
  identity: 'Identité',
  name: 'Dénomination',
  legalId: 'Identifiant légal',
  vatNumber: 'Numéro de TVA',
  vatHint: 'Avec le préfixe du pays, comme FR40303265045',
  address: 'Adresse',
  contact: 'Contact',
  email: 'E-mail',
  emailHint: 'Les réponses à vos e-mails arrivent ici',
  phone: 'Téléphone',
  website: 'Site web',
  money: 'Paiement',
  moneyHint: 'Imprimé sur les factures qui n’indiquent pas d’autre compte',
  iban: 'IBAN',
  bic: 'BIC',
  currency: 'Devise',
  documents: 'Documents',
  legalNotice: 'Mentions légales',
  legalNoticeHint: 'Au pied de chaque page : forme juridique, capital, registre',
  timeZone: 'Fuseau horaire',
  timeZoneHint: 'Détermine le jour qu’il est : pour les dates, les échéances et la numérotation.',
  plan: 'Offre',
  closing: 'Périodes clôturées',
  closingHint: 'Rien n’est émis, crédité, payé ou passé en perte à la date de clôture ou avant.',
  lockedUntil: 'Date de clôture',
  lockedUntilHint:
    'Laissez vide pour garder toutes les périodes ouvertes. Pour l’avancer dans le passé, confirmez votre mot de passe ; le changement est audité.',
};

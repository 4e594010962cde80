import type { TranslationOf } from '@billhook/ui/texts/translation';

export const fr: TranslationOf<'repairs'> = {
  title: 'Avant l’envoi',
  ready: 'Prêt à envoyer',
  more_one: '{{count}} autre ligne sans taux de TVA',
  more_other: '{{count}} autres lignes sans taux de TVA',
  codes: {
    seller_address_required: 'Il manque votre adresse',
    seller_identification_required: 'Il manque votre numéro de TVA ou votre numéro fiscal',
    seller_vat_number_required: 'Il manque votre numéro de TVA',
    seller_tax_number_missing: 'Les factures électroniques exigent votre numéro de TVA ou votre numéro fiscal',
    payment_account_missing: 'Vos clients ne voient pas où payer : il manque votre IBAN',
    buyer_address_required: 'Il manque l’adresse du client',
    buyer_address_missing: 'Le client n’a pas d’adresse, alors que la plupart des factures l’indiquent',
    buyer_street_missing: 'L’adresse du client n’a pas de rue',
    buyer_vat_number_required: 'Il manque le numéro de TVA du client',
    vat_number_country_differs: 'Le numéro de TVA du client n’est pas du pays de son adresse',
    vat_number_check_digit: 'La clé de contrôle du numéro de TVA du client est fausse',
    destination_unknown: 'Le pays du client ou de votre entreprise n’est pas dans la liste des pays',
  },
  action: {
    company: {
      line1: 'Ajouter votre adresse',
      country: 'Choisir votre pays',
      vatNumber: 'Ajouter votre numéro de TVA',
      iban: 'Ajouter votre IBAN',
    },
    client: {
      line1: 'Ajouter l’adresse du client',
      country: 'Choisir le pays du client',
      vatNumber: 'Modifier le numéro de TVA du client',
    },
    field: 'Aller au champ',
  },
  required: 'Obligatoire',
  company: {
    lead: 'Vos documents indiquent ces coordonnées.',
    taxNumberHint: 'Si vous n’avez pas de numéro de TVA',
    ibanHint: 'Le compte sur lequel vos clients paient',
    forbidden:
      'Il vous manque le droit company.manage pour modifier l’entreprise. Ces membres peuvent la modifier, ou vous donner ce droit :',
  },
  client: {
    title: 'Coordonnées du client',
    lead: 'Les nouveaux documents de ce client indiquent ces coordonnées.',
    individual: 'Particulier',
    forbidden:
      'Il vous manque le droit client.write pour modifier le client. Un administrateur de l’entreprise peut vous le donner.',
  },
};

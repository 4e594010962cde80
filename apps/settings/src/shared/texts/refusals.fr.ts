import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './refusals.en.js';

export const fr: Translation<typeof en> = {
  lines_missing: 'Ajoutez au moins une ligne avant l’envoi',
  date_in_future: 'Ne doit pas être dans le futur',
  total_negative: 'Le total ne doit pas être inférieur à zéro',
  seller_vat_number_required: 'Cette catégorie demande votre numéro de TVA : ajoutez-le aux réglages de l’entreprise',
  buyer_vat_number_required: 'Cette catégorie demande le numéro de TVA du client',
  supply_date_required: 'Cette catégorie demande une date de livraison ou une période de service',
  seller_address_required: 'Votre adresse manque : saisissez la ligne 1 et la ville dans les réglages de l’entreprise',
  seller_identification_required:
    'Votre numéro de TVA, ou votre identifiant légal, manque : saisissez-le dans les réglages de l’entreprise',
  buyer_address_required: 'L’adresse du client manque : saisissez la ligne 1 et la ville',
  seller_not_in_eu:
    'La catégorie K demande votre numéro de TVA d’un État membre de l’UE : utilisez G pour une exportation',
  buyer_not_in_eu: 'La catégorie K demande un client avec un numéro de TVA d’un État membre de l’UE',
  same_member_state: 'La catégorie K franchit une frontière entre États membres : utilisez S, ou corrigez le client',
  destination_not_in_eu: 'La catégorie K vaut pour des biens qui restent dans l’UE : utilisez G pour une exportation',
  destination_not_outside:
    'La catégorie G vaut pour des biens qui quittent le territoire de TVA : utilisez K ou S, ou indiquez l’adresse de livraison',
  text_not_drawable: 'Le PDF ne peut pas afficher ces caractères : {{characters}}',
  date_before_series: 'Une date antérieure à celle du dernier numéro de sa série : les numéros suivent les dates',
  date_before_day: 'Ne doit pas précéder le {{date}}, date du dernier numéro de sa série',
  unknown_series: 'Cette série de numéros n’existe pas : choisissez-en une autre',
  over_allocated: 'Plus est affecté que ce qui reste dû, ou que le montant du paiement',
  over_refunded: 'Plus que ce qui a été payé, ou que le crédit du client',
  credit_spent: 'Le crédit laissé par ce paiement a été utilisé entre-temps',
  over_credited: 'Plus que ce qui reste de la facture',
  over_invoiced: 'Plus que ce qui reste du devis',
  recipient_missing: 'Indiquez qui reçoit l’e-mail : le client n’a pas d’adresse',
  client_archived: 'Le client est archivé : choisissez-en un autre, ou restaurez-le',
  network: 'Le serveur est injoignable : rien n’a été enregistré. Vérifiez la connexion et réessayez.',
  version_mismatch: 'Quelqu’un d’autre l’a modifié entre-temps : rechargez',
  not_payable: 'La facture n’accepte pas de paiement actuellement',
  invoice_written_off: 'Une de ses factures est passée en perte : rouvrez d’abord la facture',
  period_closed: 'La période est clôturée : choisissez une date ultérieure, ou demandez à un administrateur',
  period_closed_until:
    'Les comptes sont clôturés jusqu’au {{date}}. Choisissez une date ultérieure, ou demandez à un membre avec le droit company.manage de déplacer la date de clôture.',
  due_not_later: 'Doit suivre l’échéance actuelle',
  date_before_invoice: 'Ne doit pas précéder la date de la facture',
  payment_deleted: 'Le paiement est déjà supprimé',
  external_id_taken: 'Un autre élément porte cet identifiant externe',
  number_taken: 'Un autre document porte ce numéro : modifiez le modèle de l’une des deux séries',
  invalid_iban: 'N’est pas un IBAN : vérifiez ses chiffres',
  invalid_bic: 'N’est pas un BIC : il compte 8 ou 11 caractères',
  invalid_vat_number: 'N’est pas un numéro de TVA : vérifiez le préfixe du pays, comme DE ou EL, et les chiffres',
  tax_rate_taken: 'Fait déjà partie des taux de TVA',
};

import type { TranslationOf } from '@billhook/ui/texts/translation';

export const fr: TranslationOf<'errors'> = {
  lines_missing: 'Ajoutez au moins une ligne avant l’envoi',
  date_in_future: 'Ne doit pas être dans le futur',
  total_negative: 'Le total ne peut pas être inférieur à 0',
  seller_vat_number_required:
    'Cette catégorie de TVA exige votre numéro de TVA : ajoutez-le sous Coordonnées de l’entreprise',
  buyer_vat_number_required: 'Cette catégorie de TVA exige le numéro de TVA du client : ajoutez-le au client',
  supply_date_required: 'Cette catégorie de TVA exige une date de livraison ou une période de prestation',
  seller_address_required:
    'Votre adresse manque : ajoutez au moins la rue et la ville sous Coordonnées de l’entreprise',
  seller_identification_required:
    'Votre numéro de TVA ou numéro fiscal manque : ajoutez-en un sous Coordonnées de l’entreprise',
  buyer_address_required: 'L’adresse du client manque : ajoutez au moins la ville, et la rue ou le code postal',
  seller_not_in_eu:
    'La catégorie de TVA K exige votre numéro de TVA d’un État membre de l’UE. Pour une exportation, utilisez G',
  buyer_not_in_eu: 'La catégorie de TVA K exige un client avec un numéro de TVA d’un État membre de l’UE',
  same_member_state:
    'La catégorie de TVA K exige un vendeur et un client d’États membres différents : utilisez S, ou corrigez le client',
  destination_not_in_eu: 'La catégorie de TVA K vaut pour des biens livrés dans l’UE. Pour une exportation, utilisez G',
  destination_not_outside:
    'La catégorie de TVA G vaut pour des biens qui quittent le territoire de TVA : utilisez K ou S, ou saisissez l’adresse de livraison',
  unknown_tax_rate:
    '{{rate}} % n’est pas un taux de TVA de votre entreprise : corrigez-le, ou ajoutez-le sous Taux de TVA',
  buyer_address_missing:
    'Le client n’a pas d’adresse : la plupart des factures indiquent la rue et la ville de l’acheteur',
  buyer_street_missing:
    'L’adresse du client n’a pas de rue : ajoutez-la, sauf si le code postal est propre à ce client',
  vat_number_country_differs:
    'Le numéro de TVA du client est d’un autre pays que son adresse : corrigez l’un des deux, sauf si le client y est immatriculé à la TVA',
  vat_number_check_digit: 'La clé de contrôle du numéro de TVA du client est incorrecte : comparez-le avec l’original',
  seller_tax_number_missing:
    'Les factures électroniques sans TVA exigent votre numéro de TVA ou numéro fiscal : si vous en avez un, ajoutez-le sous Coordonnées de l’entreprise',
  payment_account_missing:
    'La facture n’indique aucun compte bancaire, le client ne peut donc pas la payer : ajoutez votre IBAN sous Coordonnées de l’entreprise, ou choisissez un autre moyen de paiement',
  payment_term_too_long:
    'L’échéance dépasse ce que la loi permet en général : choisissez le {{date}} au plus tard ({{source}})',
  supply_date_missing:
    'Les factures allemandes doivent indiquer la date de livraison, même si c’est la date d’émission : ajoutez-la, une période de prestation, ou une phrase dans les conditions',
  late_payment_penalty_missing:
    'La loi française exige le taux des pénalités de retard : ajoutez-le aux conditions, ou aux conditions sous Coordonnées de l’entreprise',
  recovery_costs_missing:
    'La loi française exige l’indemnité forfaitaire de 40 € pour frais de recouvrement : ajoutez-la aux conditions, ou aux conditions sous Coordonnées de l’entreprise',
  early_payment_discount_missing:
    'La loi française exige les conditions d’escompte, même s’il n’y en a pas : ajoutez-les aux conditions, ou aux conditions sous Coordonnées de l’entreprise',
  destination_unknown:
    'Les catégories de TVA K et G dépendent du lieu de livraison : choisissez dans la liste le pays de l’entreprise et du client',
  text_not_drawable: 'Le PDF ne peut pas afficher ces caractères : {{characters}}',
  date_before_series:
    'Ne doit pas précéder la date du dernier numéro de la série, car les numéros suivent les dates d’émission',
  date_before_day: 'Ne doit pas précéder le {{date}}, date du dernier numéro de la série',
  unknown_series: 'Cette série de numéros n’existe pas : choisissez-en une autre',
  over_allocated: 'Plus que le reste dû, ou que le montant du paiement',
  over_refunded: 'Plus que le montant payé, ou que le crédit du client',
  credit_spent: 'Un remboursement a déjà utilisé le crédit de ce paiement',
  over_credited: 'Plus que ce qui reste de la facture',
  over_invoiced: 'Plus que ce qui reste du devis',
  recipient_missing: 'Indiquez un destinataire : le client n’a pas d’adresse e-mail',
  client_archived: 'Le client est archivé : choisissez-en un autre, ou restaurez-le',
  version_mismatch:
    'Quelqu’un d’autre a modifié cet élément depuis que vous l’avez ouvert. Rechargez la page et réessayez',
  not_payable: 'Seule une facture émise avec un reste dû peut être payée',
  invoice_written_off: 'Une facture de ce paiement est passée en perte : rouvrez d’abord la facture',
  period_closed:
    'La période est clôturée : choisissez une date ultérieure, ou demandez à un administrateur de l’entreprise',
  period_closed_until:
    'Les comptes sont clôturés jusqu’au {{date}}. Choisissez une date ultérieure, ou demandez à un membre avec le droit company.manage de déplacer la date de clôture.',
  due_not_later: 'Doit suivre l’échéance actuelle',
  date_before_invoice: 'Ne doit pas précéder la date de la facture',
  date_before_payment: 'Ne doit pas précéder la date du premier paiement qu’il rembourse',
  payment_deleted: 'Le paiement a déjà été supprimé',
  external_id_taken: 'Un autre élément porte déjà cet identifiant externe',
  number_taken: 'Un autre document porte déjà ce numéro : modifiez le modèle de l’une des deux séries',
  invalid_iban: 'IBAN non valide : vérifiez les chiffres',
  iban_length: 'Un IBAN {{country}} compte {{expected}} caractères, mais celui-ci en compte {{given}}',
  invalid_bic: 'BIC non valide : il doit compter 8 ou 11 caractères, avec le pays de la banque en positions 5 et 6',
  invalid_email: 'Adresse e-mail non valide : saisissez une adresse comme nom@example.com, sans accent avant le @',
  unknown_country: 'Ce n’est pas un code de pays : choisissez le pays dans la liste',
  unknown_unit: 'Ce n’est pas une unité de la recommandation 20 de la CEE-ONU',
  unknown_payment_means: 'Ce n’est pas un moyen de paiement UNTDID 4461',
  unknown_scheme: 'Ce n’est pas un code de la liste, comme 0002 pour un SIREN',
  invalid_identifier: 'Numéro non valide pour ce registre : vérifiez les chiffres',
  did_you_mean: '{{error}}. Vouliez-vous dire {{meant}} ?',
  invalid_vat_number: 'Numéro de TVA non valide : vérifiez le préfixe du pays, comme DE ou EL, et les chiffres',
  tax_rate_taken: 'Ce taux de TVA existe déjà',
};

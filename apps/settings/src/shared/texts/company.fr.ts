import type { TranslationOf } from '@billhook/ui/texts/translation';

export const fr: TranslationOf<'company'> = {
  lead: 'Vos coordonnées sur les devis, factures et avoirs. Les documents déjà envoyés ne changent pas.',
  identity: 'Identité',
  name: 'Dénomination',
  vatHint: 'Avec le préfixe du pays, comme FR40303265045',
  taxNumber: 'Numéro fiscal',
  taxNumberHint:
    'Sans numéro de TVA : le numéro attribué par l’administration fiscale, comme la Steuernummer ou le codice fiscale',
  address: 'Adresse',
  contact: 'Contact',
  emailHint: 'Imprimée sur les documents. La modifier demande votre mot de passe.',
  replyTo: 'Adresse de réponse',
  replyToHint:
    'Où vos clients répondent aux e-mails avec des documents. Vide = l’adresse e-mail ci-dessus. La modifier demande votre mot de passe.',
  website: 'Site web',
  moneyHint:
    'Imprimé sur les factures sans compte bancaire propre. Toute modification demande votre mot de passe, et les propriétaires reçoivent un e-mail.',
  iban: 'IBAN',
  branding: 'Identité visuelle',
  brandingHint:
    'Sur les documents émis à partir de maintenant : PDF, page et e-mail. Les documents émis gardent leur présentation.',
  logo: 'Logo',
  logoNone: 'Pas encore de logo. Déposez une image ici ou choisissez un fichier.',
  logoHint: 'PNG ou JPEG, 512 Kio au plus. Enregistré immédiatement.',
  logoTooLarge: 'Le fichier dépasse 512 Kio. Enregistrez-le avec moins de pixels.',
  logoChoose: 'Choisir un fichier',
  logoReplace: 'Remplacer le logo',
  logoRemove: 'Supprimer le logo',
  accentColor: 'Couleur d’accentuation',
  accentColorHint:
    'Pour les titres et les boutons. Elle doit être assez foncée pour être lue sur du blanc. Vide = couleur standard',
  paymentLink: 'Lien de paiement',
  paymentLinkHint:
    'Où les clients paient en ligne, y compris pour les documents déjà émis. Variables : {number}, {amount}, {currency}, {reference}. Le modifier demande votre mot de passe, et les propriétaires reçoivent un e-mail.',
  clientPages: 'Lien vers tous les documents du client',
  clientPagesHint:
    'Les nouveaux liens client et les e-mails mènent à une page avec tous les documents du client. Toute personne à qui un tel lien ou e-mail est transféré les voit tous.',
  clientPagesOn: 'Dans les e-mails et sur les pages des nouveaux liens client',
  clientPagesOff: 'Seulement si vous le transmettez',
  documents: 'Documents',
  legalNotice: 'Mentions légales',
  legalNoticeHint:
    'Imprimées au pied de chaque page : forme juridique, capital, registre. Les modifier demande votre mot de passe.',
  timeZoneHint: 'Détermine le jour courant pour les dates d’émission, les échéances et la numérotation.',
  plan: 'Offre',
  defaults: 'Valeurs par défaut des documents',
  defaultsHint:
    'Les nouvelles factures et les nouveaux devis commencent ainsi. Un client ou un document peut avoir d’autres valeurs. Modifier un texte demande votre mot de passe.',
  days: 'Délai de paiement en jours',
  daysError: 'Saisissez un nombre entier de 0 à 365',
  termsNeedDays: 'Saisissez le nombre de jours',
  endOfMonth: 'Fin de mois',
  termsText: 'Texte des conditions de paiement',
  termsTextHint: 'Imprimé au-dessus des conditions. Le texte d’un client le remplace.',
  validity: 'Validité des devis en jours',
  validityHint: 'Vide = sans date limite',
  validityError: 'Saisissez un nombre entier de 1 à 365',
  rateHint: 'De la première ligne',
  localeHint: 'Des clients sans langue',
  localeNone: 'Aucune (anglais)',
  terms: 'Conditions ({{language}})',
  note: 'Note ({{language}})',
  legal: {
    lead: 'Phrases pour votre pays que ces textes ne contiennent pas :',
    required: '{{name}} (obligatoire)',
    offered: '{{name}}',
    names: {
      LatePaymentPenalty: 'Pénalités de retard',
      RecoveryCosts: 'Frais de recouvrement de 40 €',
      EarlyPaymentDiscount: 'Escompte',
      SupplyDate: 'Date de livraison',
      SmallBusiness: 'Petite entreprise, § 19 UStG',
      PaymentReference: 'Communication structurée',
    },
  },
  closing: 'Périodes clôturées',
  closingHint:
    'Aucune opération datée de la date de clôture ou d’avant ne peut être enregistrée : émission, avoir, paiement ou passage en perte.',
  lockedUntil: 'Date de clôture',
  lockedUntilHint:
    'Laissez vide pour garder toutes les périodes ouvertes. La ramener à une date antérieure exige votre mot de passe et s’inscrit au journal d’audit.',
};

import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './answers.en.js';

export const fr: Translation<typeof en> = {
  accept: {
    title: 'Accepter ce devis',
    body: 'Vous acceptez le devis {{number}} de {{seller}} d’un montant de {{amount}}.',
    name: 'Votre nom',
    nameMissing: 'Saisissez votre nom',
    order: 'Votre bon de commande (facultatif)',
    orderHint: 'Il figurera sur la facture.',
    confirm: 'Accepter le devis',
  },
  decline: {
    title: 'Refuser ce devis',
    body: '{{seller}} verra votre réponse au devis {{number}}.',
    reason: 'Motif',
    confirm: 'Refuser le devis',
    codes: {
      TooExpensive: 'Trop cher',
      NotNeeded: 'Plus nécessaire',
      AnotherSupplier: 'Nous avons choisi un autre fournisseur',
      Changes: 'Nous souhaitons des changements',
      Other: 'Autre raison',
    },
  },
  reject: {
    title: 'Refuser cette facture',
    body: '{{seller}} verra votre réponse à la facture {{number}}. Vous n’avez rien à payer tant qu’elle n’a pas été examinée.',
    reason: 'Motif',
    confirm: 'Refuser la facture',
    codes: {
      WrongAmount: 'Le montant est incorrect',
      WrongClient: 'La facture n’est pas pour nous',
      NotOrdered: 'Nous n’avons pas commandé cela',
      Duplicate: 'Nous avons déjà cette facture',
      Other: 'Autre raison',
    },
  },
  reasonMissing: 'Choisissez un motif',
  words: 'Explication (facultative)',
  wordsHint: '{{seller}} la verra.',
  answerLate: 'Le document a changé',
  answerFailed: 'Votre réponse n’a pas pu être envoyée',
  showNow: 'Afficher la version actuelle',
};

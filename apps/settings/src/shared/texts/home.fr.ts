import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './home.en.js';

export const fr: Translation<typeof en> = {
  title: 'Accueil',
  tasks: {
    title: 'À faire aujourd’hui',
    none: 'Rien à faire aujourd’hui',
    noneBody:
      'Les brouillons, les devis sans réponse et les problèmes d’e-mails, de webhooks et de clés apparaissent ici.',
    capped: '{{number}}+',
    failedEmails_one: 'e-mail en échec ces 30 derniers jours',
    failedEmails_other: 'e-mails en échec ces 30 derniers jours',
    failingEndpoints_one: 'destination de webhook en échec',
    failingEndpoints_other: 'destinations de webhook en échec',
    endedKeysInUse_one: 'clé révoquée ou expirée encore utilisée',
    endedKeysInUse_other: 'clés révoquées ou expirées encore utilisées',
    expiringKeys_one: 'clé d’API expire dans les 14 jours',
    expiringKeys_other: 'clés d’API expirent dans les 14 jours',
    expiringQuotes_one: 'devis expire dans les 7 jours',
    expiringQuotes_other: 'devis expirent dans les 7 jours',
    draftInvoices_one: 'brouillon de facture à terminer et à envoyer',
    draftInvoices_other: 'brouillons de facture à terminer et à envoyer',
    draftQuotes_one: 'brouillon de devis à terminer et à envoyer',
    draftQuotes_other: 'brouillons de devis à terminer et à envoyer',
    unansweredQuotes_one: 'devis attend une réponse',
    unansweredQuotes_other: 'devis attendent une réponse',
  },
};

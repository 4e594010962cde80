import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './en.js';

export const fr: Translation<typeof en> = {
  nav: {
    label: 'Navigation principale',
    workspace: 'Espace de travail',
    clients: 'Clients',
    quotes: 'Devis',
    invoices: 'Factures',
    payments: 'Paiements',
    creditNotes: 'Avoirs',
    mails: 'E-mails',
    companyGroup: 'Entreprise',
    company: 'Coordonnées',
    numbering: 'Numérotation',
    taxRates: 'Taux de TVA',
    audit: 'Journal d’audit',
    members: 'Membres',
    group: 'API et connexions',
    myKeys: 'Mes clés d’API',
    companyKeys: 'Clés de l’entreprise',
    applications: 'Applications',
    webhooks: 'Webhooks',
    docs: 'Documentation de l’API',
  },
  account: {
    joined: 'Vous avez rejoint {{company}}',
    menu: 'Menu du compte de {{name}}',
    plan: 'Offre {{plan}}',
    open: 'Votre compte',
    company: 'Entreprise',
    signOut: 'Se déconnecter',
  },
  webhooks: {
    title: 'Webhooks',
    lead: 'Choisissez où les événements sont envoyés et suivez chaque envoi.',
    newTab: 'Ouvrir dans un nouvel onglet',
    frame: 'Portail des webhooks',
    opening: 'Ouverture du portail des webhooks…',
    forbidden: 'Vous ne pouvez pas gérer les webhooks',
    forbiddenBody: 'Il vous faut le droit integration.write. Un administrateur de l’entreprise peut vous le donner.',
    unavailable: 'Les webhooks ne sont pas disponibles dans cet environnement',
    unavailableBody:
      'Aucun webhook n’est envoyé d’ici. Les clés d’API et l’API HTTP fonctionnent comme d’habitude, et GET /v1/events liste les événements.',
    unavailableOperator: 'L’exploitant de cette installation peut activer les webhooks avec WEBHOOKS_ENABLED=true.',
    blocked: 'Le navigateur a bloqué le nouvel onglet. Autorisez les fenêtres contextuelles pour ce site et réessayez.',
    failed: 'Le portail n’a pas pu être ouvert',
    endsAgain:
      'La session du portail se termine sans cesse. Vérifiez que ce navigateur accepte les cookies, puis réessayez.',
  },
};

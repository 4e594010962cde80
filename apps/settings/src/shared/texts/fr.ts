import { pathTitles } from '@billhook/domain/shared/resource-words';
import { resourcesWith } from '@billhook/domain/shared/resources';
import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './en.js';

export const fr: Translation<typeof en> = {
  nav: {
    label: 'Navigation principale',
    home: 'Accueil',
    outbox: 'Boîte d’envoi',
    settings: 'Paramètres',
    workspace: 'Espace de travail',
    company: 'Coordonnées',
    group: 'API et connexions',
    logs: 'Requêtes',
    webhooks: 'Webhooks',
    docs: 'Documentation de l’API',
  },
  /** The lists of the workspace, by their paths. */
  lists: pathTitles(resourcesWith('hasPages'), 'fr'),
  account: {
    companyOrSandbox: 'Entreprise ou bac à sable',
    joined: 'Vous avez rejoint {{company}}',
    menu: 'Menu du compte de {{name}}',
    plan: 'Offre {{plan}}',
    signOut: 'Se déconnecter',
  },
  find: { open: 'Trouver', openWith: 'Trouver ({{keys}})' },
  sandbox: {
    leave: 'Quitter le bac à sable',
    list: 'Bacs à sable',
    create: 'Créer et ouvrir un bac à sable',
    createWithExamples: 'En créer un avec des exemples',
  },
  webhooks: {
    lead: 'Choisissez où les événements sont envoyés et suivez chaque envoi.',
    newTab: 'Ouvrir dans un nouvel onglet',
    opening: 'Ouverture des pages des webhooks…',
    forbidden: 'Vous ne pouvez pas gérer les webhooks',
    unavailable: 'Les webhooks ne sont pas disponibles dans cet environnement',
    unavailableBody:
      'Aucun webhook n’est envoyé d’ici. Les clés d’API et l’API HTTP fonctionnent comme d’habitude, et GET /v1/events liste les événements.',
    unavailableOperator: 'L’exploitant de cette installation peut activer les webhooks avec WEBHOOKS_ENABLED=true.',
    blocked: 'Le navigateur a bloqué le nouvel onglet. Autorisez les fenêtres contextuelles pour ce site et réessayez.',
    failed: 'Les pages des webhooks n’ont pas pu être ouvertes',
    links: {
      open: 'Partager l’accès',
      title: 'Partager l’accès aux webhooks',
      lead: 'Créez un lien vers le portail des webhooks pour un collègue ou pour le support. Toute personne qui a le lien agit en votre nom, sans se connecter.',
      access: 'Accès',
      view: 'Lecture seule',
      viewHint: 'Permet de tout consulter, sauf les secrets de signature. Ne permet aucune modification.',
      full: 'Accès complet',
      fullHint: 'Permet tout ce que vous pouvez faire avec les webhooks.',
      create: 'Créer le lien',
      link: 'Lien',
      once: 'Le lien fonctionne une seule fois et ne sera plus affiché.',
      expires: 'Expire',
      active: 'Liens partagés',
      none: 'Aucun lien partagé.',
      status: { unused: 'Pas encore utilisé', open: 'En cours d’utilisation' },
      visits: 'Ouverts dans Paramètres',
      opened: 'Ouvert',
      by: 'Créé par {{name}}',
      revoke: 'Révoquer',
      revokeOne: 'Révoquer le lien : {{access}}, créé par {{name}}',
      close: 'Fermer',
      closeOne: 'Fermer les webhooks ouverts par {{name}}',
    },
  },
};

import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './keys.en.js';

export const fr: Translation<typeof en> = {
  list: {
    lead: 'Avec une clé, un script ou une intégration appelle l’API en votre nom, avec les droits que vous choisissez.',
    quickstartLink: 'Lire le guide de démarrage',
    create: 'Créer une clé',
    mayNotCreate:
      'Il vous manque le droit api_key.create pour créer des clés. Un administrateur de {{company}} peut vous le donner.',
    needsPro: 'Les clés d’API nécessitent l’offre Pro. {{company}} est à l’offre gratuite (Free).',
    table: 'Clés d’API',
    filter: 'Filtrer les clés par état',
    serviceMember: 'Membre de service',
    createdOn: 'créée le {{date}}',
    fewer: 'réduire',
    permissionsOf: '{{shown}}, droits de {{name}}',
    lostAdvice_one:
      'Le propriétaire n’a plus ce droit. Un administrateur peut le lui redonner, ou le propriétaire crée une nouvelle clé.',
    lostAdvice_other:
      'Le propriétaire n’a plus ces droits. Un administrateur peut les lui redonner, ou le propriétaire crée une nouvelle clé.',
    inactiveAdvice:
      'Le propriétaire est désactivé. Un administrateur peut réactiver ce membre, ou un autre membre crée une nouvelle clé.',
    planAdvice:
      'Les clés d’API nécessitent une offre payante. La clé fonctionnera à nouveau après le changement d’offre.',
    neverUsed: 'Pas encore utilisée par un programme',
    onlyRefused: 'Requêtes refusées seulement',
    ends: 'cesse de fonctionner',
    noneInFilter: 'Aucune clé ne correspond',
    search: 'Rechercher',
    searchHint: 'Nom ou préfixe',
    outsidePolicy: 'Hors des règles',
    replacedBy: 'remplacée par {{prefix}}…',
  },
  status: {
    active: 'Active',
    expiring: 'Expire bientôt',
    expired: 'Expirée',
    revoked: 'Révoquée',
    suspended: 'Suspendue',
    all: 'Toutes',
  },
  expiring: {
    title_one: '{{count}} clé expire bientôt',
    title_other: '{{count}} clés expirent bientôt',
    body: 'Renouvelez les clés à temps : chaque ancienne clé fonctionne encore pendant que vous installez la nouvelle.',
    rotate: 'Renouveler',
    rotateKey: 'Renouveler {{name}}',
    all: 'Afficher toutes les clés qui expirent bientôt',
  },
  dead: {
    title_one: '{{count}} clé révoquée ou expirée est encore utilisée',
    title_other: '{{count}} clés révoquées ou expirées sont encore utilisées',
    body: 'Les requêtes avec ces clés sont refusées avec 401. Les programmes qui les envoient ont besoin d’une nouvelle clé.',
    item_one: '{{number}} requête ces 7 derniers jours',
    item_other: '{{number}} requêtes ces 7 derniers jours',
    from: 'depuis {{hosts}}',
    all_one: 'Afficher les {{count}}',
    all_other: 'Afficher les {{count}}',
    fewer: 'En afficher moins',
  },
  quickstart: {
    title: 'Votre premier appel à l’API en 3 étapes',
    one: 'Créez une clé avec le bouton ci-dessus et copiez-la.',
    upgrade: 'Passez à l’offre Pro, puis créez une clé et copiez-la.',
    ask: 'Demandez à un administrateur le droit api_key.create, puis créez une clé et copiez-la.',
    two: 'Demandez à l’API quels droits a la clé :',
    three: 'Continuez avec les clients, les factures et les webhooks dans la',
    docs: 'documentation',
    command: 'Premier appel',
  },
  revoke: {
    title: 'Révoquer « {{name}} » ?',
    neverUsed: 'Aucun programme n’a utilisé cette clé.',
    onlyRefused: 'Toutes les requêtes avec cette clé ont été refusées.',
    effect: 'Les requêtes avec {{prefix}}… sont aussitôt refusées. C’est irréversible. La clé reste dans la liste.',
    owner: 'Le propriétaire est {{name}}.',
    reasonHint: 'Conservé avec la clé. Vous et les administrateurs pouvez le voir.',
    confirm: 'Révoquer la clé',
    done: '« {{name}} » est révoquée',
  },
};

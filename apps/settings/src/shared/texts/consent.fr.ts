import type { TranslationOf } from '@billhook/ui/texts/translation';

export const fr: TranslationOf<'consent'> = {
  pageTitle: 'Autoriser une application',
  title: '{{name}} demande un accès',
  signedInAs: 'Vous êtes connecté en tant que {{email}}.',
  companyHint: 'L’application n’a accès qu’à cette entreprise.',
  returnTo: 'Votre navigateur ira ensuite vers {{host}}.',
  returnToDevice: 'Votre navigateur ira ensuite vers un programme de cet appareil ({{host}}).',
  resources: {
    v1: 'Elle agira en votre nom dans {{company}}.',
    mcp: 'Elle agira en votre nom dans {{company}}, comme le font les assistants IA.',
  },
  chosenCompany: 'l’entreprise que vous choisissez',
  permissionsHint: 'Décochez ce que vous ne voulez pas partager. L’application n’a jamais plus de droits que vous.',
  notHeld: 'Vous n’avez pas ce droit dans {{company}} : l’application ne l’obtient pas.',
  expiryHint: 'Les règles des clés de {{company}} ne permettent pas d’autre choix.',
  expiries: {
    '90d': 'Dans 90 jours, le {{date}}',
    '1y': 'Dans 1 an, le {{date}}',
    none: 'Quand vous le révoquez',
  },
  allow: 'Autoriser l’accès',
  deny: 'Refuser',
  revokeLater: 'Vous pouvez révoquer l’accès à tout moment dans Billhook, sous API et connexions > Applications.',
  publisher: {
    registered: 'Publiée par {{publisher}}',
    builtin: 'Fait partie de Billhook',
    metadata: 'Publiée par {{host}}',
    dynamic: 'Éditeur inconnu',
  },
  warning: {
    title: 'Cette application n’est pas enregistrée ici',
    returnTo: 'Votre navigateur ira ensuite vers :',
    metadata: 'Son nom et son logo viennent de {{host}}. N’autorisez l’accès que si vous faites confiance à {{host}}.',
    dynamic:
      'L’application a choisi ce nom, et personne ne l’a vérifié. N’autorisez l’accès que si vous venez de lancer l’application vous-même.',
  },
  refusal: {
    title: '{{company}} ne peut pas autoriser cette application',
    plan_required:
      'L’API fait partie de l’offre Pro. Une fois {{company}} passée à Pro, recommencez dans l’application.',
    application_not_allowed:
      'Les règles de {{company}} ne la permettent pas. Demandez à un administrateur d’ajouter l’application aux règles.',
    nothing_to_grant:
      'Vous n’avez aucun des droits qu’elle demande. Un administrateur de {{company}} peut vous les donner.',
    otherCompany: 'Vous pouvez choisir une autre entreprise ci-dessus.',
  },
  expired: {
    title: 'La demande a expiré',
    body: 'La demande de l’application n’est plus valable, a déjà reçu une réponse ou vient d’un autre navigateur. Retournez dans l’application et recommencez.',
    home: 'Aller à Billhook',
  },
  errors: {
    not_held: 'Vous n’avez plus l’un de ces droits. Choisissez à nouveau.',
    policy_lifetime: 'Les règles des clés de l’entreprise ne permettent pas ce choix.',
  },
  device: {
    title: 'Connecter un appareil',
    lead: 'Saisissez le code qu’affiche le programme.',
    code: 'Code',
    codeHint: '8 lettres, avec ou sans le tiret',
    incomplete: 'Le code compte 8 lettres',
    unknown: 'Le code est inconnu ou a expiré. Comparez-le avec celui de l’appareil, ou demandez-y un nouveau code.',
    tooMany: 'Trop de codes inconnus. Attendez 15 minutes, puis réessayez.',
    submit: 'Continuer',
    check: 'L’appareil affiche-t-il ce code ?',
    warning:
      'Ne continuez que si vous avez lancé cette connexion vous-même et si l’appareil affiche le code {{code}}. Toute personne qui vous aurait envoyé ce code ou un lien vers cette page obtiendrait l’accès.',
    from: 'Demandé depuis l’adresse {{address}}',
    fromProgram: 'Demandé depuis l’adresse {{address}} avec {{program}}',
    otherCode: 'Saisir un autre code',
    allowedTitle: 'L’appareil est connecté',
    allowed: '{{name}} a maintenant accès. Vous pouvez fermer cette page et revenir à l’appareil.',
    deniedTitle: 'Accès refusé',
    denied: '{{name}} n’a pas accès. Vous pouvez fermer cette page.',
    applications: 'Afficher les applications autorisées',
  },
};

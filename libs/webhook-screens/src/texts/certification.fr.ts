/** La certification d’un récepteur. */
export const certification = {
  title: 'Certification du récepteur',
  lead: 'Envoie {{count}} cas à cette destination : des requêtes valides, falsifiées, répétées, volumineuses et inhabituelles. Tous les messages sont des exemples avec webhook-test: true. Ils n’apparaissent pas dans le journal et ne comptent pas pour l’état.',
  start: 'Commencer la certification',
  again: 'Certifier à nouveau',
  disabled: 'Activez d’abord la destination.',
  progress: 'Avancement de la certification',
  sum: '{{passed}} réussis, {{failed}} échoués, {{notVisible}} non visibles',
  notVisible:
    'Non visible : le récepteur a répondu correctement, mais s’il a traité un message une seule fois n’est visible que s’il compte dans l’en-tête de réponse webhook-handled.',
  stopped: 'Les autres cas n’ont pas été joués : sans réponse, chacun échouerait pour la même raison.',
  sent: 'Ce qui est envoyé',
  receiver: 'Un récepteur correct',
  proof: 'Ce qui le prouve',
  result: 'Résultat',
  none: 'pas de réponse',
  handled: 'traité {{counts}}',
  outcome: { Passed: 'Réussi', Failed: 'Échoué', NotVisible: 'Non visible' },
};

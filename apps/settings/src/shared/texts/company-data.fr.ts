import { propertyTitles } from '@billhook/domain/shared/resource-words';
import { COUNTED_RESOURCES } from '@billhook/domain/shared/resources';
import type { TranslationOf } from '@billhook/ui/texts/translation';

export const fr: TranslationOf<'companyData'> = {
  leadSandbox: 'Exportez toutes les données du bac à sable, avancez son heure, réinitialisez-le ou supprimez-le.',
  lead: 'Exportez toutes les données de l’entreprise sous forme de fichiers, ou supprimez l’entreprise.',
  export: {
    title: 'Export',
    lead: 'Un fichier ZIP avec tous les clients, documents, paiements, historiques, événements, e-mails, membres et entrées du journal d’audit en JSON, les PDF des documents émis et le SHA-256 de chaque fichier. Il ne contient ni mot de passe ni secret.',
    email: 'Vous recevez un e-mail quand il est prêt.',
    request: 'Exporter l’entreprise',
    requestSandbox: 'Exporter le bac à sable',
    requested: 'Demandé',
    progress: 'Avancement',
    file: 'Fichier',
    starting: 'Démarrage…',
    running: '{{done}} éléments sur {{total}}',
    records_one: '{{done}} élément',
    records_other: '{{done}} éléments',
    missing_one: 'Incomplet : {{number}} PDF manque. Le fichier README.txt de l’archive le nomme et donne la raison.',
    missing_other:
      'Incomplet : {{number}} PDF manquent. Le fichier README.txt de l’archive les nomme et donne les raisons.',
    download: 'Télécharger',
    until: 'Jusqu’au {{day}}',
    expired: 'Expiré',
    failed: 'Échec. Demandez un autre export. S’il échoue de nouveau, demandez à l’exploitant de cette installation.',
  },
  clock: {
    title: 'Heure',
    lead: 'Un bac à sable a sa propre heure, que vous pouvez avancer pour voir ce qui se passe plus tard. Elle ne recule jamais.',
    now: 'Heure dans ce bac à sable :',
    open: 'Avancer l’heure…',
    progress: 'Progression de l’avance',
    running: 'Avance jusqu’au {{to}}. Tout ce qui était prévu jusqu’au {{reached}} a eu lieu.',
    completed: 'Avancée du {{from}} au {{to}}.',
    failed:
      'L’heure n’a pas été avancée jusqu’au {{to}}. Tout ce qui était prévu jusqu’au {{reached}} a eu lieu. Avancez-la de nouveau.',
    done: {
      overdueInvoices_one: '{{number}} facture est passée en retard',
      overdueInvoices_other: '{{number}} factures sont passées en retard',
      dueDeliveries_one: '{{number}} envoi est arrivé à échéance',
      dueDeliveries_other: '{{number}} envois sont arrivés à échéance',
      keyWarnings_one: '{{number}} avertissement sur l’expiration d’une clé',
      keyWarnings_other: '{{number}} avertissements sur l’expiration de clés',
    },
    dialogTitle: 'Avancer l’heure de ce bac à sable',
    effect:
      'Tout ce qui est prévu d’ici là a lieu dans l’ordre : des factures passent en retard, des devis et des clés expirent, et les envois en attente partent.',
    time: 'Nouvelle heure',
    zone: 'Fuseau horaire : {{zone}}',
    day: '+1 jour',
    month: '+1 mois',
    confirm: 'Avancer l’heure',
  },
  reset: {
    title: 'Réinitialisation',
    lead: 'Supprime tous les éléments du bac à sable. La numérotation recommence. Les membres, les clés d’API, les destinations de webhooks, les réglages et le journal d’audit restent.',
    open: 'Réinitialiser le bac à sable…',
    dialogTitle: 'Réinitialiser {{company}} ?',
    effect:
      'Tous les clients, documents, paiements, e-mails, événements et envois sont supprimés définitivement. La numérotation recommence.',
    examples: 'Créer ensuite des exemples',
    confirm: 'Réinitialiser',
    done: 'Le bac à sable a été réinitialisé',
  },
  deletion: {
    title: 'Suppression',
    lead_zero: 'La suppression d’un bac à sable commence aussitôt et ne peut pas être retirée.',
    lead_one:
      'La suppression commence {{count}} jour après la demande. D’ici là, l’entreprise est en lecture seule et un propriétaire peut retirer la demande.',
    lead_other:
      'La suppression commence {{count}} jours après la demande. D’ici là, l’entreprise est en lecture seule et un propriétaire peut retirer la demande.',
    ownersOnly: 'Seul un membre ayant le rôle Propriétaire peut supprimer l’entreprise.',
    open: 'Supprimer l’entreprise…',
    requested: 'L’entreprise sera supprimée le {{at}}. D’ici là, elle est en lecture seule.',
    withdraw: 'Retirer la demande',
    withdrawn: 'Demande retirée',
    dialogTitle: 'Supprimer {{company}} ?',
    effect_zero:
      'Les données suivantes sont supprimées définitivement maintenant, avec tous les webhooks, e-mails et PDF et le journal d’audit du bac à sable.',
    effect_one:
      'L’entreprise passe aussitôt en lecture seule, pour les membres comme pour les clés d’API. Après {{count}} jour, les données suivantes sont supprimées définitivement, avec tous les webhooks, e-mails et PDF et le journal d’audit.',
    effect_other:
      'L’entreprise passe aussitôt en lecture seule, pour les membres comme pour les clés d’API. Après {{count}} jours, les données suivantes sont supprimées définitivement, avec tous les webhooks, e-mails et PDF et le journal d’audit.',
    sandbox: {
      ownersOnly: 'Seul un membre ayant le rôle Propriétaire peut supprimer le bac à sable.',
      open: 'Supprimer le bac à sable…',
      requested: 'Le bac à sable sera supprimé le {{at}}. D’ici là, il est en lecture seule.',
      confirm: 'Supprimer le bac à sable',
    },
    counts: propertyTitles(COUNTED_RESOURCES, 'fr'),
    exportFirst:
      'Exportez d’abord l’entreprise si vous devez conserver ses documents : dans la plupart des pays, la loi impose de garder les factures pendant des années.',
    type: 'Tapez « {{company}} » pour confirmer',
    confirm: 'Supprimer l’entreprise',
  },
};

import type { LocalizedText } from '@billhook/domain/shared/localized-text';
import type { AttemptErrorKind } from './attempt-error-kinds.js';

/** The name of each kind of error in a list. Apart from its texts, which the list of endpoints would load as well. */
export const ATTEMPT_ERROR_LABELS: Readonly<Record<AttemptErrorKind, LocalizedText>> = {
  Timeout: { en: 'Timeout', fr: 'Délai dépassé' },
  Dns: { en: 'DNS', fr: 'DNS' },
  Blocked: { en: 'Address not allowed', fr: 'Adresse non autorisée' },
  Refused: { en: 'Connection refused', fr: 'Connexion refusée' },
  Unreachable: { en: 'Unreachable', fr: 'Injoignable' },
  Tls: { en: 'TLS', fr: 'TLS' },
  Reset: { en: 'Connection reset', fr: 'Connexion réinitialisée' },
  Closed: { en: 'Connection closed', fr: 'Connexion fermée' },
  InvalidResponse: { en: 'Invalid response', fr: 'Réponse non valide' },
  ResponseTooLarge: { en: 'Response too large', fr: 'Réponse trop volumineuse' },
  Redirect: { en: 'Redirect', fr: 'Redirection' },
  Status: { en: 'Error status', fr: 'Statut d’erreur' },
  NotSigned: { en: 'Not signed', fr: 'Non signé' },
  Other: { en: 'Other', fr: 'Autre' },
};

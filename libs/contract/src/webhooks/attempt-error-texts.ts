import type { LocalizedText } from '@billhook/domain/shared/localized-text';
import type { AttemptErrorKind } from './attempt-error-kinds.js';

/** An error as text: what happened, and what the operator of the receiver should check. */
export interface AttemptErrorText {
  readonly happened: LocalizedText;
  readonly check: LocalizedText;
}

/** For the guide and the screens. */
export const ATTEMPT_ERROR_TEXTS: Readonly<Record<AttemptErrorKind, AttemptErrorText>> = {
  Timeout: {
    happened: {
      en: 'The attempt timed out; the error says in which phase.',
      fr: 'La tentative a dépassé le délai ; l’erreur indique dans quelle phase.',
    },
    check: {
      en: 'Respond with a 2xx status as soon as you have stored the message, and process it afterwards. Without a connection, check the firewall in front of your receiver.',
      fr: 'Répondez par un statut 2xx dès que le message est enregistré et traitez-le ensuite. Sans connexion, vérifiez le pare-feu devant votre récepteur.',
    },
  },
  Dns: {
    happened: {
      en: 'The host name could not be resolved to an address.',
      fr: 'Le nom d’hôte n’a pas pu être résolu en adresse.',
    },
    check: {
      en: 'Check the host name in the URL for typing errors, and its A and AAAA records.',
      fr: 'Vérifiez l’orthographe du nom d’hôte dans l’URL, ainsi que ses enregistrements A et AAAA.',
    },
  },
  Blocked: {
    happened: {
      en: 'The URL is not allowed: it resolves to no public address, uses a port of another protocol, or is not https. No connection was made.',
      fr: 'L’URL n’est pas autorisée : elle ne mène à aucune adresse publique, utilise le port d’un autre protocole ou n’est pas en https. Aucune connexion n’a été établie.',
    },
    check: {
      en: 'Use an https URL whose host name has a public address. The operator of Billhook can allow private addresses.',
      fr: 'Utilisez une URL https dont le nom d’hôte a une adresse publique. L’exploitant de Billhook peut autoriser des adresses privées.',
    },
  },
  Refused: {
    happened: {
      en: 'The connection was refused: nothing listens on the port.',
      fr: 'La connexion a été refusée : rien n’écoute sur le port.',
    },
    check: {
      en: 'Check that your receiver runs, and that it listens on the port in the URL and on all network interfaces.',
      fr: 'Vérifiez que votre récepteur fonctionne et qu’il écoute sur le port de l’URL et sur toutes les interfaces réseau.',
    },
  },
  Unreachable: {
    happened: { en: 'The host is unreachable.', fr: 'L’hôte est injoignable.' },
    check: {
      en: 'Check that the address is routed on the internet. If the name has an AAAA record, check its IPv6 connection too.',
      fr: 'Vérifiez que l’adresse est routée sur Internet. Si le nom a un enregistrement AAAA, vérifiez aussi sa connexion IPv6.',
    },
  },
  Tls: {
    happened: {
      en: 'No trusted TLS connection could be established. Nothing was sent unencrypted.',
      fr: 'Aucune connexion TLS de confiance n’a pu être établie. Rien n’a été envoyé en clair.',
    },
    check: {
      en: 'Check that the certificate is valid for the host name, has not expired, and is sent with its intermediate certificates. TLS 1.2 or 1.3 is required.',
      fr: 'Vérifiez que le certificat est valide pour le nom d’hôte, n’a pas expiré et est envoyé avec ses certificats intermédiaires. TLS 1.2 ou 1.3 est obligatoire.',
    },
  },
  Reset: {
    happened: {
      en: 'The receiver reset the connection before its response was complete.',
      fr: 'Le récepteur a réinitialisé la connexion avant la fin de sa réponse.',
    },
    check: {
      en: 'Look for a crash or a restart in the log of your receiver at this time, and for a proxy or firewall that ends connections.',
      fr: 'Cherchez un arrêt brutal ou un redémarrage dans le journal de votre récepteur à cette heure, et un proxy ou pare-feu qui coupe les connexions.',
    },
  },
  Closed: {
    happened: {
      en: 'The receiver closed the connection before its response was complete.',
      fr: 'Le récepteur a fermé la connexion avant la fin de sa réponse.',
    },
    check: {
      en: 'Look in the log of your receiver at this time, and check the time limits of the proxy in front of it.',
      fr: 'Consultez le journal de votre récepteur à cette heure et vérifiez les délais du proxy placé devant lui.',
    },
  },
  InvalidResponse: {
    happened: { en: 'The response is not valid HTTP.', fr: 'La réponse n’est pas du HTTP valide.' },
    check: {
      en: 'Check that an HTTP/1.1 server listens on this port, and that its Content-Length fits the body.',
      fr: 'Vérifiez qu’un serveur HTTP/1.1 écoute sur ce port et que son Content-Length correspond au corps.',
    },
  },
  ResponseTooLarge: {
    happened: {
      en: 'The headers of the response are larger than 16 KiB.',
      fr: 'Les en-têtes de la réponse dépassent 16 Kio.',
    },
    check: {
      en: 'Respond with few headers. Cookies are a common cause.',
      fr: 'Répondez avec peu d’en-têtes. Les cookies en sont une cause fréquente.',
    },
  },
  Redirect: {
    happened: {
      en: 'The response is a redirect. Redirects are not followed.',
      fr: 'La réponse est une redirection. Les redirections ne sont pas suivies.',
    },
    check: {
      en: 'Set the URL of the endpoint to the target of the redirect. A slash at the end or http in place of https is often the difference.',
      fr: 'Remplacez l’URL de la destination par la cible de la redirection. La différence est souvent une barre oblique finale, ou http au lieu de https.',
    },
  },
  Status: {
    happened: {
      en: 'The status of the response is not between 200 and 299.',
      fr: 'Le statut de la réponse n’est pas compris entre 200 et 299.',
    },
    check: {
      en: '404 and 405: check the path, and that it accepts POST. 401 and 403: check the verification of the signature. 5xx: look in the log of your receiver.',
      fr: '404 et 405 : vérifiez le chemin et qu’il accepte POST. 401 et 403 : vérifiez le contrôle de la signature. 5xx : consultez le journal de votre récepteur.',
    },
  },
  NotSigned: {
    happened: {
      en: 'The signing secret could not be decrypted or used, so nothing was sent.',
      fr: 'Le secret de signature n’a pas pu être déchiffré ou utilisé ; rien n’a donc été envoyé.',
    },
    check: {
      en: 'The operator of Billhook must check `APP_SECRETS`. The attempt is repeated and uses none of the ten attempts.',
      fr: 'L’exploitant de Billhook doit vérifier `APP_SECRETS`. La tentative est répétée et n’utilise aucune des dix tentatives.',
    },
  },
  Other: {
    happened: { en: 'Something else failed; the error says what.', fr: 'Autre échec ; l’erreur indique lequel.' },
    check: {
      en: 'Send a test message. If it fails as well, look in the log of your receiver at the time of the attempt.',
      fr: 'Envoyez un message de test. S’il échoue aussi, consultez le journal de votre récepteur à l’heure de la tentative.',
    },
  },
};

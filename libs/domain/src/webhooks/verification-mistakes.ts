import type { LocalizedText } from '../shared/localized-text.js';

export interface VerificationMistake {
  /** What the receiver does wrong, or what is wrong with the request. */
  readonly problem: LocalizedText;
  readonly advice: LocalizedText;
}

/** The mistakes that the signature check recognises. Mistakes of the request come first, then of the secret, the signed text and the result. */
export const VERIFICATION_MISTAKES = {
  missing_header: {
    problem: {
      en: 'A header of the signature is missing.',
      fr: 'Un en-tête de la signature est absent.',
    },
    advice: {
      en: 'Check that your proxy or framework forwards the headers webhook-id, webhook-timestamp and webhook-signature.',
      fr: 'Vérifiez que votre proxy ou votre framework transmet les en-têtes webhook-id, webhook-timestamp et webhook-signature.',
    },
  },
  timestamp_unit: {
    problem: {
      en: 'The timestamp is not in whole seconds.',
      fr: 'L’horodatage n’est pas en secondes entières.',
    },
    advice: {
      en: 'Use the text of the header webhook-timestamp unchanged: whole seconds since 1970, not milliseconds.',
      fr: 'Utilisez le texte de l’en-tête webhook-timestamp sans le modifier : des secondes entières depuis 1970, pas des millisecondes.',
    },
  },
  clock_skew: {
    problem: {
      en: 'The clock of the receiver and the timestamp differ by more than five minutes.',
      fr: 'L’horloge du récepteur et l’horodatage diffèrent de plus de cinq minutes.',
    },
    advice: {
      en: 'Synchronize the clock of the receiver (NTP), and verify a message when it arrives, not later from a queue.',
      fr: 'Synchronisez l’horloge du récepteur (NTP), et vérifiez un message à son arrivée, pas plus tard depuis une file.',
    },
  },
  signature_unknown: {
    problem: {
      en: 'No secret of this company created the signature of this request for this ID, timestamp and body.',
      fr: 'Aucun secret de cette entreprise n’a créé la signature de cette requête pour cet identifiant, cet horodatage et ce corps.',
    },
    advice: {
      en: 'The request was not sent by this installation, or it was changed while it was copied. Copy the request from a delivery, and compare.',
      fr: 'La requête n’a pas été envoyée par cette installation, ou elle a été modifiée lors de la copie. Copiez la requête depuis un envoi et comparez.',
    },
  },
  other_endpoint: {
    problem: {
      en: 'The signature belongs to another endpoint.',
      fr: 'La signature est celle d’une autre destination.',
    },
    advice: {
      en: 'Each endpoint has its own secret. Configure the secret of the endpoint that sends to this URL.',
      fr: 'Chaque destination a son propre secret. Configurez celui de la destination qui envoie à cette URL.',
    },
  },
  old_secret: {
    problem: {
      en: 'The receiver uses a secret of this endpoint that no longer signs.',
      fr: 'Le récepteur utilise un secret de cette destination qui ne signe plus.',
    },
    advice: {
      en: 'The secret was rotated. Configure the current one, and restart the receiver.',
      fr: 'Le secret a été renouvelé. Configurez le secret actuel et redémarrez le récepteur.',
    },
  },
  secret_not_decoded: {
    problem: {
      en: 'The receiver uses the text of the secret as the key.',
      fr: 'Le récepteur utilise le texte du secret comme clé.',
    },
    advice: {
      en: 'Remove whsec_, and decode the rest from base64: the decoded bytes are the key.',
      fr: 'Retirez whsec_ et décodez le reste en base64 : les octets décodés sont la clé.',
    },
  },
  prefix_not_removed: {
    problem: {
      en: 'The prefix whsec_ is part of the key.',
      fr: 'Le préfixe whsec_ fait partie de la clé.',
    },
    advice: {
      en: 'Remove whsec_ before you decode the secret from base64.',
      fr: 'Retirez whsec_ avant de décoder le secret en base64.',
    },
  },
  wrong_scheme: {
    problem: {
      en: 'The receiver computes an HMAC (v1) with the public key of an endpoint that signs with Ed25519 (v1a).',
      fr: 'Le récepteur calcule un HMAC (v1) avec la clé publique d’une destination qui signe avec Ed25519 (v1a).',
    },
    advice: {
      en: 'Verify the v1a signatures with the public key, or rotate the secret with the scheme v1.',
      fr: 'Vérifiez les signatures v1a avec la clé publique, ou renouvelez le secret avec le procédé v1.',
    },
  },
  secret_unreadable: {
    problem: {
      en: 'A secret was left out, because it is encrypted with an application secret that is no longer configured. No other secret explains the signature.',
      fr: 'Un secret n’a pas pu être essayé, car il est chiffré avec un secret d’application qui n’est plus configuré. Aucun autre secret n’explique la signature.',
    },
    advice: {
      en: 'Rotate the secret of the endpoint, or ask the operator of this installation to add the former application secret to APP_SECRETS again.',
      fr: 'Renouvelez le secret de la destination, ou demandez à l’exploitant de cette installation d’ajouter de nouveau l’ancien secret d’application à APP_SECRETS.',
    },
  },
  unknown_secret: {
    problem: {
      en: 'The receiver probably uses another secret: no known mistake with a secret of this company gives its signature.',
      fr: 'Le récepteur utilise probablement un autre secret : aucune erreur connue avec un secret de cette entreprise ne donne sa signature.',
    },
    advice: {
      en: 'Compare the secret of the receiver with the secret of this endpoint, character by character. Look for spaces, quotes and line breaks.',
      fr: 'Comparez le secret du récepteur avec celui de cette destination, caractère par caractère. Cherchez des espaces, des guillemets et des sauts de ligne.',
    },
  },
  body_only: {
    problem: {
      en: 'The receiver signs the body alone.',
      fr: 'Le récepteur signe le corps seul.',
    },
    advice: {
      en: 'Sign webhook-id, a dot, webhook-timestamp, a dot, and the body.',
      fr: 'Signez webhook-id, un point, webhook-timestamp, un point, puis le corps.',
    },
  },
  id_missing: {
    problem: {
      en: 'The receiver signs the timestamp and the body, without the ID.',
      fr: 'Le récepteur signe l’horodatage et le corps, sans l’identifiant.',
    },
    advice: {
      en: 'Put webhook-id and a dot before the timestamp.',
      fr: 'Placez webhook-id et un point avant l’horodatage.',
    },
  },
  timestamp_missing: {
    problem: {
      en: 'The receiver signs the ID and the body, without the timestamp.',
      fr: 'Le récepteur signe l’identifiant et le corps, sans l’horodatage.',
    },
    advice: {
      en: 'Put webhook-timestamp and a dot before the body.',
      fr: 'Placez webhook-timestamp et un point avant le corps.',
    },
  },
  wrong_id: {
    problem: {
      en: 'The signed ID is not the webhook-id of this request.',
      fr: 'L’identifiant signé n’est pas le webhook-id de cette requête.',
    },
    advice: {
      en: 'Use the text of the header webhook-id, not the ID of the record or of another message.',
      fr: 'Utilisez le texte de l’en-tête webhook-id, pas l’identifiant de l’enregistrement ni celui d’un autre message.',
    },
  },
  body_reserialized: {
    problem: {
      en: 'The body was parsed and serialized again.',
      fr: 'Le corps a été analysé puis sérialisé à nouveau.',
    },
    advice: {
      en: 'Read the raw bytes of the request before a JSON parser does, and verify those.',
      fr: 'Lisez les octets bruts de la requête avant tout analyseur JSON, et vérifiez ceux-ci.',
    },
  },
  body_parsed: {
    problem: {
      en: 'The receiver signs a parsed object ("[object Object]") in place of the body.',
      fr: 'Le récepteur signe un objet analysé (« [object Object] ») à la place du corps.',
    },
    advice: {
      en: 'Read the raw bytes of the request before a JSON parser does: in Express, express.raw() on this route.',
      fr: 'Lisez les octets bruts de la requête avant tout analyseur JSON : dans Express, express.raw() sur cette route.',
    },
  },
  body_empty: {
    problem: {
      en: 'The receiver signs an empty body.',
      fr: 'Le récepteur signe un corps vide.',
    },
    advice: {
      en: 'Something read the body before your code did. Read it once, and keep the bytes for the verification.',
      fr: 'Le corps a été lu avant votre code. Lisez-le une seule fois et gardez les octets pour la vérification.',
    },
  },
  body_charset: {
    problem: {
      en: 'The body was decoded with a character set other than UTF-8.',
      fr: 'Le corps a été décodé avec un autre jeu de caractères que l’UTF-8.',
    },
    advice: {
      en: 'Verify the raw bytes, or decode and encode them as UTF-8.',
      fr: 'Vérifiez les octets bruts, ou décodez-les et encodez-les en UTF-8.',
    },
  },
  body_bom: {
    problem: {
      en: 'The body starts with a byte order mark (BOM) that Billhook did not send.',
      fr: 'Le corps commence par une marque d’ordre des octets (BOM) que Billhook n’a pas envoyée.',
    },
    advice: {
      en: 'Verify the raw bytes, before they are stored in a file or decoded.',
      fr: 'Vérifiez les octets bruts, avant de les enregistrer dans un fichier ou de les décoder.',
    },
  },
  body_whitespace: {
    problem: {
      en: 'The body has more or fewer line breaks or spaces at its ends than Billhook sent.',
      fr: 'Le corps a plus ou moins de sauts de ligne ou d’espaces à ses extrémités que ce que Billhook a envoyé.',
    },
    advice: {
      en: 'Verify the raw bytes. Editors, echo and some frameworks add or remove a line break at the end.',
      fr: 'Vérifiez les octets bruts. Les éditeurs, echo et certains frameworks ajoutent ou retirent un saut de ligne final.',
    },
  },
  body_changed: {
    problem: {
      en: 'The body differs from the one that Billhook sent.',
      fr: 'Le corps diffère de celui que Billhook a envoyé.',
    },
    advice: {
      en: 'Compare it with the body of the delivery. A proxy or framework may change it.',
      fr: 'Comparez-le avec le corps de l’envoi. Un proxy ou un framework le modifie peut-être.',
    },
  },
  hex_digest: {
    problem: {
      en: 'The signature is written in hexadecimal.',
      fr: 'La signature est écrite en hexadécimal.',
    },
    advice: {
      en: 'Encode the bytes of the HMAC in base64, as the header webhook-signature does.',
      fr: 'Encodez les octets du HMAC en base64, comme l’en-tête webhook-signature.',
    },
  },
  base64_variant: {
    problem: {
      en: 'The signature is written in URL-safe or unpadded base64.',
      fr: 'La signature est écrite en base64 pour URL ou sans remplissage.',
    },
    advice: {
      en: 'Use standard base64 with +, / and the = at the end, or compare the decoded bytes.',
      fr: 'Utilisez le base64 standard avec +, / et le = final, ou comparez les octets décodés.',
    },
  },
  other_hash: {
    problem: {
      en: 'The receiver uses a hash function other than SHA-256.',
      fr: 'Le récepteur utilise une autre fonction de hachage que SHA-256.',
    },
    advice: {
      en: 'Compute an HMAC with SHA-256.',
      fr: 'Calculez un HMAC avec SHA-256.',
    },
  },
  signature_length: {
    problem: {
      en: 'The length of the computed signature matches no known hash function.',
      fr: 'La longueur de la signature calculée ne correspond à aucune fonction de hachage connue.',
    },
    advice: {
      en: 'Enter the whole signature: an HMAC with SHA-256 has 44 characters in base64 and 64 in hexadecimal.',
      fr: 'Indiquez la signature entière : un HMAC avec SHA-256 a 44 caractères en base64 et 64 en hexadécimal.',
    },
  },
  wrong_comparison: {
    problem: {
      en: 'The receiver computes the right signature, but compares it wrongly.',
      fr: 'Le récepteur calcule la bonne signature, mais la compare mal.',
    },
    advice: {
      en: 'Split the header webhook-signature at spaces, keep the parts that start with v1, and compare each text after the comma. During a rotation there are several.',
      fr: 'Découpez l’en-tête webhook-signature aux espaces, gardez les parties qui commencent par v1, et comparez chaque texte après la virgule. Pendant un renouvellement, il y en a plusieurs.',
    },
  },
} as const satisfies Readonly<Record<string, VerificationMistake>>;

export type VerificationMistakeCode = keyof typeof VERIFICATION_MISTAKES;

export const VERIFICATION_MISTAKE_CODES = Object.keys(VERIFICATION_MISTAKES) as readonly VerificationMistakeCode[];

/** How far the timestamp of a message may be from the clock of the receiver: Standard Webhooks recommends five minutes. */
export const TIMESTAMP_TOLERANCE_S = 300;

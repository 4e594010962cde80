export const ENDPOINT_STATUSES = ['Enabled', 'Disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** Manual: by a person. Gone: after a response with 410. Failing: after five days of failures. The others: with the access of its application. */
export const DISABLED_REASONS = ['Manual', 'Gone', 'Failing', 'AccessRevoked', 'AccessExpired'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Full: the four members of a message. Changes: also `changes` and `resourceVersion`. Thin: only the id and URL of the record. */
export const PAYLOADS = ['Full', 'Changes', 'Thin'] as const;
export type Payload = (typeof PAYLOADS)[number];

/** Standard Webhooks: v1 is HMAC-SHA-256 with a shared secret; v1a is Ed25519, where the receiver has only the public key. */
export const SIGNATURE_SCHEMES = ['v1', 'v1a'] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];

/** PerRecord: a message waits until all earlier messages of its record are delivered, failed or cancelled. */
export const ORDERINGS = ['BestEffort', 'PerRecord'] as const;
export type Ordering = (typeof ORDERINGS)[number];

/** The default limits of an endpoint. */
export const ENDPOINT_LIMITS = { perSecond: null, inFlight: 10 } as const;

import { messageText } from '@billhook/contract/webhooks/message';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Logger } from '@billhook/platform/logger';
import { NOT_SIGNED, type AttemptResponse, type AttemptSender } from '../attempts/attempt-sender.js';
import { DecryptedSecretsCache } from '../attempts/decrypted-secrets-cache.js';
import type { ClaimedDelivery } from '../deliveries/claim-deliveries.js';
import { TEXT_GONE } from '../deliveries/finished-attempt.rules.js';
import { liveSecrets } from '../endpoints/sealed-secret.rules.js';

interface DeliverySenderParts {
  readonly sender: Pick<AttemptSender, 'send'>;
  readonly secrets: AppSecrets;
  readonly logger: Logger;
  /** The URL of the API, for thin messages. */
  readonly publicUrl: string;
}

/** Sends claimed deliveries, with the decrypted secrets and headers of their endpoints. */
export class DeliverySender {
  readonly #parts: DeliverySenderParts;
  readonly #seals: DecryptedSecretsCache;

  constructor(parts: DeliverySenderParts) {
    this.#parts = parts;
    this.#seals = new DecryptedSecretsCache(parts.secrets);
  }

  async send(delivery: ClaimedDelivery, traceparent: string | undefined, stop: AbortSignal): Promise<AttemptResponse> {
    const { logger, sender, publicUrl } = this.#parts;
    const { body } = delivery;
    // Retention keeps the texts of waiting deliveries.
    if (body === null) return TEXT_GONE;
    let opened: { secrets: string[]; headers: Readonly<Record<string, string>> };
    try {
      opened = {
        secrets: liveSecrets(delivery.secrets, new Date()).map(({ sealed }) => this.#seals.secret(sealed)),
        headers: this.#seals.headers(delivery.headers),
      };
    } catch (error) {
      logger.error(
        { err: error, endpointId: delivery.endpointId },
        'could not decrypt the signing secret or the custom headers of an endpoint',
      );
      return NOT_SIGNED;
    }
    // Without a copy of all columns for each attempt.
    const { eventType: type, resourceId, changes, resourceVersion, payload } = delivery;
    const text = messageText({ type, resourceId, changes, resourceVersion, body }, payload, publicUrl);
    const { url, eventId, sequence, number: attempt, test, manual, sandbox } = delivery;
    const { secrets, headers } = opened;
    return sender.send(
      {
        url,
        eventId,
        eventType: type,
        sequence,
        attempt,
        test,
        manual,
        sandbox,
        secrets,
        headers,
        traceparent,
        body: text,
      },
      stop,
    );
  }
}

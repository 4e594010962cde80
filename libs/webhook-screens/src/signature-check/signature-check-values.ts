import type { WebhookDeliveryDetail } from '@billhook/contract/webhooks/delivery';
import type { DiagnoseWebhookRequest } from '@billhook/contract/webhooks/diagnosis';
import type { PastedRequest } from './pasted-request.js';

export interface SignatureCheckValues {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
  readonly computed: string;
  readonly receivedAt: string;
}

export const NO_VALUES: SignatureCheckValues = {
  id: '',
  timestamp: '',
  signature: '',
  body: '',
  computed: '',
  receivedAt: '',
};

/** The values with what a text contains. */
export const withPasted = (values: SignatureCheckValues, pasted: PastedRequest): SignatureCheckValues => ({
  ...values,
  ...pasted,
});

/** The exact request of the last attempt of a delivery, and the clock of its receiver. */
export function valuesOfDelivery({ attempts, body }: WebhookDeliveryDetail): SignatureCheckValues {
  const attempt = attempts.at(-1);
  const headers = attempt?.request.headers ?? {};
  const date = oneOf(attempt?.response?.headers?.['date']);
  const receivedAt = date === '' || Number.isNaN(Date.parse(date)) ? '' : new Date(date).toISOString();
  return {
    ...NO_VALUES,
    id: oneOf(headers['webhook-id']),
    timestamp: oneOf(headers['webhook-timestamp']),
    signature: oneOf(headers['webhook-signature']),
    body: body ?? '',
    receivedAt,
  };
}

const oneOf = (value: string | string[] | undefined): string =>
  typeof value === 'string' ? value : (value?.[0] ?? '');

/** Whether a text is a time as the API reads it, or empty. */
export const isInstant = (text: string): boolean =>
  text.trim() === '' || /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z$/.test(text.trim());

/** The body of the request to the API. */
export function diagnosisBody({
  id,
  timestamp,
  signature,
  body,
  computed,
  receivedAt,
}: SignatureCheckValues): DiagnoseWebhookRequest {
  return {
    body,
    ...(id && { webhookId: id }),
    ...(timestamp && { webhookTimestamp: timestamp }),
    ...(signature && { webhookSignature: signature }),
    ...(computed.trim() && { computedSignature: computed.trim() }),
    ...(receivedAt.trim() && { receivedAt: receivedAt.trim() }),
  };
}

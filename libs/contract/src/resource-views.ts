import type { ResourceName } from '@billhook/domain/shared/resources';
import type { z } from 'zod';
import { ApiKeyView } from './identity/key.js';
import { MemberView } from './identity/member.js';
import { ClientBatchUpdateItem } from './invoicing/client.js';
import { CreditNoteView } from './invoicing/credit-note.js';
import { InvoiceBatchUpdateItem } from './invoicing/invoice.js';
import { MailDetail } from './invoicing/mail.js';
import { BatchDeleteItem } from './shared/batch.js';
import { WebhookEndpointView } from './webhooks/endpoint.js';
import { RECORD_VIEWS } from './webhooks/event.js';

/** What the `GET` of each resource returns. Pages import single views instead, because these are many. */
export const RESOURCE_VIEWS = {
  ...RECORD_VIEWS,
  credit_note: CreditNoteView,
  mail: MailDetail,
  webhook_endpoint: WebhookEndpointView,
  member: MemberView,
  api_key: ApiKeyView,
} as const satisfies Record<ResourceName, z.ZodObject>;

/** A presented record as its `GET` returns it. One that does not match its view is returned as it is, so that it blocks no other. */
export const asReturned = (resource: ResourceName, presented: object): object =>
  RESOURCE_VIEWS[resource].safeParse(presented).data ?? presented;

/** The items of batches, which no body contains as a type: each is parsed alone. */
export const BATCH_ITEMS = { ClientBatchUpdateItem, InvoiceBatchUpdateItem, BatchDeleteItem };

/** What the `GET` of a resource returns. */
export type ResourceView<Name extends ResourceName> = z.infer<(typeof RESOURCE_VIEWS)[Name]>;

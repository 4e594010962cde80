import type { ResourceName } from '@billhook/domain/shared/resources';
import type { z } from 'zod';
import { ApiKeyView } from './identity/key.js';
import { MemberView } from './identity/member.js';
import { CreditNoteView } from './invoicing/credit-note.js';
import { MailDetail } from './invoicing/mail.js';
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

/** What the `GET` of a resource returns. */
export type ResourceView<Name extends ResourceName> = z.infer<(typeof RESOURCE_VIEWS)[Name]>;

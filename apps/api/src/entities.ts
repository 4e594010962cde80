import { IdempotencyRecord } from '@billhook/db/idempotency-record.entity';
import { IDENTITY_ENTITIES } from '@billhook/identity/identity-entities';
import { INVOICING_ENTITIES } from '@billhook/invoicing/invoicing-entities';
import { Mail } from '@billhook/mail/mail.entity';
import { WEBHOOKS_ENTITIES } from '@billhook/webhooks/webhooks-entities';

/** Every table. The conformance test compares them with what the migrations create. */
export const ENTITIES = [IdempotencyRecord, Mail, ...IDENTITY_ENTITIES, ...INVOICING_ENTITIES, ...WEBHOOKS_ENTITIES];

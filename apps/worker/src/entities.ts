import { IDENTITY_ENTITIES } from '@billhook/identity/identity-entities';
import { INVOICING_ENTITIES } from '@billhook/invoicing/invoicing-entities';
import { Mail } from '@billhook/mail/mail.entity';

/** Entities that the worker accesses through TypeORM. Webhooks and stored responses use plain SQL instead. */
export const ENTITIES = [Mail, ...IDENTITY_ENTITIES, ...INVOICING_ENTITIES];

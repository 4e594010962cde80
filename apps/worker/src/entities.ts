import { IDENTITY_ENTITIES } from '@billhook/identity/identity-entities';
import { INVOICING_ENTITIES } from '@billhook/invoicing/invoicing-entities';
import { Mail } from '@billhook/mail/mail.entity';

/** What the worker reads and writes through TypeORM. Webhooks and stored responses have statements instead. */
export const ENTITIES = [Mail, ...IDENTITY_ENTITIES, ...INVOICING_ENTITIES];

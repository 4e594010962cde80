import { IDENTITY_ENTITIES } from '@billhook/identity/identity-entities';
import { INSTALLATION_ENTITIES } from '@billhook/installation/installation-entities';
import { INVOICING_ENTITIES } from '@billhook/invoicing/invoicing-entities';
import { Mail } from '@billhook/mail/mail.entity';
import { WebhookEndpoint } from '@billhook/webhooks/endpoints/endpoint.entity';

/** Entities whose columns the worker needs for statements. Other webhook tables and stored responses use plain SQL instead. */
export const ENTITIES = [Mail, WebhookEndpoint, ...IDENTITY_ENTITIES, ...INVOICING_ENTITIES, ...INSTALLATION_ENTITIES];

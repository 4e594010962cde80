import type { ClientView } from '@billhook/contract/client';
import { sortedFields } from '../custom-fields.js';
import type { Client } from './client.entity.js';

/** The one place where a client is shaped for the wire: the answer of its GET and the data of its events. */
export function presentClient(client: Client): ClientView {
  const { companyId: _, createdAt, updatedAt, ...rest } = client;
  return {
    ...rest,
    customFields: sortedFields(client.customFields),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

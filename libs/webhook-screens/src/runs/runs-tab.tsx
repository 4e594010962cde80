import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { Stack } from '@mantine/core';
import { MayChange } from '../frame/may-change.js';
import { RunForm } from './run-form.js';
import { RunList } from './run-list.js';

/** Starts runs over past messages, and shows those that were started. */
export function RunsTab({ endpoint }: { readonly endpoint: WebhookEndpointView }) {
  return (
    <Stack gap="lg">
      <MayChange>
        <RunForm endpoint={endpoint} />
      </MayChange>
      <RunList endpointId={endpoint.id} />
    </Stack>
  );
}

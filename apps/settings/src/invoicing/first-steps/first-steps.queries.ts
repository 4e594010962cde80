import type { ApiKeyList } from '@billhook/contract/identity/key';
import type { WebhookProgress } from '@billhook/contract/webhooks/progress';
import type { Permission } from '@billhook/domain/identity/permissions';
import { FIRST_STEPS, hasInvoicingDetails, type FirstStep } from '@billhook/domain/invoicing/first-steps';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { rowsOf, useRecordList } from '../../shared/workspace/records.js';

/** What a member needs to take each step. */
const NEEDS: Readonly<Record<FirstStep, Permission>> = {
  companyDetails: 'company.manage',
  client: 'client.write',
  sentInvoice: 'invoice.write',
  apiKey: 'api_key.create',
  webhook: 'integration.write',
};

/** A step that the member may take. */
export interface ShownStep {
  readonly step: FirstStep;
  readonly done: boolean;
}

/** The first steps of the company; undefined until they are known. */
export function useFirstSteps(hasSentInvoice: boolean): readonly ShownStep[] | undefined {
  const { company, member, webhooksEnabled } = useSignedIn();
  const steps = FIRST_STEPS.filter(
    (step) => member.permissions.includes(NEEDS[step]) && (step !== 'webhook' || webhooksEnabled),
  );
  const clients = useRecordList('clients', {}, { limit: 1, enabled: steps.includes('client') });
  const keys = useQuery({
    queryKey: ['api-keys', 'first'],
    queryFn: ({ signal }) => apiFetch<ApiKeyList>('/app/api-keys?limit=1', { signal }),
    enabled: steps.includes('apiKey'),
  });
  const webhooks = useQuery({
    queryKey: ['webhook-progress'],
    queryFn: ({ signal }) => apiFetch<WebhookProgress>('/app/webhook-progress', { signal }),
    enabled: steps.includes('webhook'),
  });
  const done: Readonly<Record<FirstStep, boolean | undefined>> = {
    companyDetails: hasInvoicingDetails(company),
    client: clients.data && rowsOf(clients).length > 0,
    sentInvoice: hasSentInvoice,
    apiKey: keys.data && keys.data.data.length > 0,
    webhook: webhooks.data?.hasDelivered,
  };
  const shown = steps.map((step) => ({ step, done: done[step] }));
  return shown.every((each): each is ShownStep => each.done !== undefined) ? shown : undefined;
}

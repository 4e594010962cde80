import type { UpdateWebhookEndpoint, WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { apiFetch } from '@billhook/ui/api-fetch';
import { notify } from '@billhook/ui/notify';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointKeys } from '../endpoints/endpoints.queries.js';
import { SettingsForm } from './settings-form.js';

interface SettingsTabProps {
  readonly endpoint: WebhookEndpointView;
  readonly onSecrets: () => void;
}

/** The settings of an endpoint. While they are edited, the endpoint on which the editing began is the one that is saved. */
export function SettingsTab({ endpoint, onSecrets }: SettingsTabProps) {
  const { t } = useTexts('portal');
  const save = useSaveSettings(endpoint.id);
  const [edited, setEdited] = useState<WebhookEndpointView>();
  const base = edited ?? endpoint;
  const submit = async (patch: UpdateWebhookEndpoint, version = base.version) => {
    const result = await save.run(patch, version);
    if (!result.ok) return result.error;
    setEdited(undefined);
    notify.done(t('endpointPage.settings.saved'));
    return undefined;
  };
  return (
    <SettingsForm
      key={base.version}
      endpoint={base}
      pending={save.pending}
      onEdited={(isEdited) => setEdited(isEdited ? base : undefined)}
      onSubmit={submit}
      onOverwrite={(patch) => submit(patch, endpoint.version)}
      onReload={() => setEdited(undefined)}
      onSecrets={onSecrets}
    />
  );
}

/** Saves the endpoint if it is still of the version that the caller has seen. */
function useSaveSettings(id: number) {
  const client = useQueryClient();
  return useAction(
    async (body: UpdateWebhookEndpoint, version: number) => {
      try {
        return await apiFetch<WebhookEndpointView>(`/portal/api/webhook-endpoints/${id}`, {
          method: 'PATCH',
          body,
          headers: { 'if-match': `"${version}"` },
        });
      } catch (error) {
        // The newest version, for the choice whether to overwrite it.
        await client.refetchQueries({ queryKey: endpointKeys.one(id), exact: true });
        throw error;
      }
    },
    async (saved) => {
      client.setQueryData(endpointKeys.one(id), saved);
      await client.invalidateQueries({ queryKey: endpointKeys.list });
    },
  );
}

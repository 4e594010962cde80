import { Dialog } from '@billhook/ui/components/dialog';
import { SecretField } from '@billhook/ui/components/secret-field';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { EndpointTest } from '../deliveries/endpoint-test.js';
import { createEndpoint, useRefreshEndpoints, type CreatedEndpoint } from '../endpoints/endpoints.queries.js';
import { VerifySnippet } from '../endpoints/verify-snippet.js';
import { useOpenWebhooksPage } from '../routing/use-webhooks-route.js';
import { EndpointForm, type EndpointValues } from './endpoint-form.js';

/** The form, then the secret with instructions. */
export function AddEndpointDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts('portal');
  const create = useAction(createEndpoint);
  const refresh = useRefreshEndpoints();
  const open = useOpenWebhooksPage();
  const [created, setCreated] = useState<CreatedEndpoint>();

  const submit = async ({ url, description, eventTypes }: EndpointValues) => {
    const result = await create.run({ url, eventTypes, ...(description && { description }) });
    if (!result.ok) return result.error;
    setCreated(result.value);
    void refresh();
    return undefined;
  };

  return (
    <Dialog
      opened
      size="xl"
      closeOnClickOutside={false}
      title={t(created ? 'added.title' : 'form.addTitle')}
      onClose={onClose}
    >
      {created ? (
        <Stack gap="lg">
          <Text size="sm">{t('added.lead')}</Text>
          <SecretField label={t('added.secret')} value={created.secret} />
          <VerifySnippet secret={created.secret} url={created.url} />
          <EndpointTest endpoint={created} />
          <div className="bh-dialog-foot">
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={() => open(`/endpoints/${created.id}`)}>
                {t('adding.open')}
              </Button>
              <Button onClick={onClose}>{t('added.done')}</Button>
            </Group>
          </div>
        </Stack>
      ) : (
        <EndpointForm
          initial={{ url: '', description: '', eventTypes: [] }}
          submitLabel={t('form.submit')}
          pending={create.pending}
          onSubmit={submit}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

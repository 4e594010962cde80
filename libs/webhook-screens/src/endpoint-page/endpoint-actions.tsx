import type { EnabledWebhookEndpoint, WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useSendTest } from '../deliveries/deliveries.queries.js';
import { canBeEnabled } from '../endpoints/endpoint-health-state.js';
import { useDeleteEndpoint, useEnableEndpoint, useUpdateEndpoint } from '../endpoints/endpoints.queries.js';
import { useOpenWebhooksPage } from '../routing/use-webhooks-route.js';
import { hasMissed } from '../runs/missed-messages.js';

interface EndpointActionsProps {
  readonly endpoint: WebhookEndpointView;
  /** Opens the delivery of a test event, which shows its response. */
  readonly onTested: (deliveryId: number) => void;
  /** After the endpoint was enabled. */
  readonly onEnabled: (missed: EnabledWebhookEndpoint['missed']) => void;
  readonly onFailed: (error: Error) => void;
}

export function EndpointActions({ endpoint, onTested, onEnabled, onFailed }: EndpointActionsProps) {
  const { t } = useTexts('portal');
  const open = useOpenWebhooksPage();
  const [dialog, setDialog] = useState<'disable' | 'delete'>();
  const close = () => setDialog(undefined);
  const test = useSendTest(endpoint.id);
  const update = useUpdateEndpoint(endpoint.id);
  const enabling = useEnableEndpoint(endpoint.id);
  const remove = useDeleteEndpoint(endpoint.id);
  const say = (message: string) => notify.done(message);

  const sendTest = () =>
    test.start([], {
      onError: onFailed,
      onSuccess: (delivery) => {
        say(t('endpoint.testSent'));
        onTested(delivery.id);
      },
    });
  const enable = () =>
    enabling.start([], {
      onError: onFailed,
      onSuccess: ({ missed }) => {
        say(t(missed && hasMissed(missed) ? 'endpoint.enabled' : 'endpoint.enabledInFull'));
        onEnabled(missed);
      },
    });
  const disable = () =>
    update.start([{ status: 'Disabled' }], {
      onSuccess: () => {
        close();
        say(t('endpoint.disabled'));
      },
    });
  const deleteIt = () =>
    remove.start([], {
      onSuccess: () => {
        say(t('endpoint.deleted'));
        open('/');
      },
    });

  return (
    <>
      {endpoint.status === 'Enabled' && (
        <Button leftSection={<IconSend size={16} />} loading={test.pending} onClick={sendTest}>
          {t('endpoint.test')}
        </Button>
      )}
      {endpoint.status === 'Enabled' ? (
        <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={() => setDialog('disable')}>
          {t('endpoint.disable')}
        </Button>
      ) : canBeEnabled(endpoint) ? (
        <Button leftSection={<IconPlayerPlay size={16} />} loading={enabling.pending} onClick={enable}>
          {t('endpoint.enable')}
        </Button>
      ) : null}
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setDialog('delete')}>
        {t('endpoint.remove')}
      </Button>
      {dialog === 'disable' && (
        <ConfirmDialog
          title={t('endpoint.disableTitle')}
          confirmLabel={t('endpoint.disable')}
          action={update}
          onConfirm={disable}
          onClose={close}
        >
          <Text size="sm">{t('endpoint.disableBody')}</Text>
        </ConfirmDialog>
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('endpoint.deleteTitle')}
          confirmLabel={t('endpoint.deleteConfirm')}
          danger
          action={remove}
          onConfirm={deleteIt}
          onClose={close}
        >
          <Text size="sm" className="bh-anywhere">
            {t('endpoint.deleteBody', { url: endpoint.url })}
          </Text>
        </ConfirmDialog>
      )}
    </>
  );
}

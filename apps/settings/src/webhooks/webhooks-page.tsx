import { EmptyState } from '@billhook/ui/components/empty-state';
import { ErrorState } from '@billhook/ui/components/error-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Center, Group, Loader, Text } from '@mantine/core';
import { IconExternalLink, IconLock, IconWebhookOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useHolds } from '../shared/session/signed-in.js';
import { usePortalLink } from './use-portal-link.js';

/** What the portal sends to the page around it when its session is over. */
const EXPIRED_MESSAGE = 'billhook:portal-expired';

export function WebhooksPage() {
  const { t } = useTexts('settings');
  const manages = useHolds('integration.write');
  if (manages) return <PortalFrame />;
  return (
    <>
      <PageHeader title={t('webhooks.title')} />
      <div className="bh-panel">
        <EmptyState icon={IconLock} title={t('webhooks.forbidden')}>
          {t('webhooks.forbiddenBody')}
        </EmptyState>
      </div>
    </>
  );
}

function PortalFrame() {
  const { t } = useTexts('settings');
  const frame = useRef<HTMLIFrameElement>(null);
  const { source, error, renew, retry, openTab } = usePortalLink(t('webhooks.endsAgain'));

  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return;
      if (event.data === EXPIRED_MESSAGE) renew();
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [renew]);

  const newTab = async () => {
    if (!(await openTab())) notify.failed(t('webhooks.blocked'));
  };

  if (error?.code === 'webhooks_unavailable') {
    return (
      <>
        <PageHeader title={t('webhooks.title')} />
        <div className="bh-panel">
          <EmptyState icon={IconWebhookOff} title={t('webhooks.unavailable')}>
            <p>{t('webhooks.unavailableBody')}</p>
            <p>{t('webhooks.unavailableOperator')}</p>
          </EmptyState>
        </div>
      </>
    );
  }
  return (
    <div className="st-webhooks">
      <PageHeader
        title={t('webhooks.title')}
        lead={t('webhooks.lead')}
        actions={
          !error && (
            <Button variant="default" leftSection={<IconExternalLink size={16} />} onClick={() => void newTab()}>
              {t('webhooks.newTab')}
            </Button>
          )
        }
      />
      {error && <ErrorState title={t('webhooks.failed')} error={error} onRetry={retry} />}
      {!error && !source && (
        <Center flex={1}>
          <Group role="status" gap="sm">
            <Loader size="sm" aria-hidden="true" />
            <Text size="sm">{t('webhooks.opening')}</Text>
          </Group>
        </Center>
      )}
      {source && !error && (
        <iframe ref={frame} key={source} className="bh-frame" src={source} title={t('webhooks.frame')} />
      )}
    </div>
  );
}

import { onSessionLost } from '@billhook/ui/api-fetch';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { ErrorState } from '@billhook/ui/components/error-state';
import { LoadingLine } from '@billhook/ui/components/loading';
import { PageHeader } from '@billhook/ui/components/page-header';
import { useTexts } from '@billhook/ui/use-texts';
import '@billhook/webhook-screens/styles';
import { WebhooksTabs } from '@billhook/webhook-screens/frame/webhooks-tabs';
import { WebhooksBase } from '@billhook/webhook-screens/routing/webhooks-base';
import { PortalSessionContext, portalKeys } from '@billhook/webhook-screens/session/session.queries';
import { Center } from '@mantine/core';
import { IconWebhookOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { onPasswordConfirmed } from '../shared/session/password-confirmed.js';
import { useHolds } from '../shared/session/signed-in.js';
import { NoPermission } from '../shared/workspace/no-permission.js';
import { PortalAccessActions } from './portal-access-actions.js';
import { openPortalSession, portalRenewal } from './portal-session.js';
import './webhooks.css';

/** The webhook pages within the settings. */
export function WebhooksLayout() {
  const { t } = useTexts('settings');
  if (useHolds('integration.write')) return <OpenedWebhooks />;
  return (
    <>
      <PageHeader title={t('nav.webhooks')} />
      <NoPermission title={t('webhooks.forbidden')} permission="integration.write" />
    </>
  );
}

/** Every visit opens a session by a fresh link. It is not refetched: that would be another visit. */
function usePortalVisit() {
  const client = useQueryClient();
  const visit = useQuery({
    queryKey: portalKeys.session,
    queryFn: openPortalSession,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  const { renew, reopen } = useMemo(() => portalRenewal(client), [client]);
  useEffect(() => onSessionLost('portal_session_missing', renew), [renew]);
  useEffect(() => onPasswordConfirmed(reopen), [reopen]);
  return visit;
}

function OpenedWebhooks() {
  const { t } = useTexts('settings');
  const { data: session, error, refetch } = usePortalVisit();
  if (session) {
    return (
      <WebhooksBase value="/webhooks">
        <PortalSessionContext value={session}>
          <div className="st-webhooks-head">
            <p className="st-crumbs">
              {t('nav.group')} <span aria-hidden="true">›</span> {t('nav.webhooks')}
            </p>
            <PortalAccessActions />
          </div>
          <WebhooksTabs />
          <div className="st-webhooks-page">
            <Suspense fallback={<Opening />}>
              <Outlet />
            </Suspense>
          </div>
        </PortalSessionContext>
      </WebhooksBase>
    );
  }
  const isUnavailable = error && 'code' in error && error.code === 'webhooks_unavailable';
  return (
    <>
      <PageHeader title={t('nav.webhooks')} {...(!isUnavailable && { lead: t('webhooks.lead') })} />
      {isUnavailable ? (
        <div className="bh-panel">
          <EmptyState icon={IconWebhookOff} title={t('webhooks.unavailable')}>
            <p>{t('webhooks.unavailableBody')}</p>
            <p>{t('webhooks.unavailableOperator')}</p>
          </EmptyState>
        </div>
      ) : error ? (
        <ErrorState title={t('webhooks.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Opening />
      )}
    </>
  );
}

function Opening(): ReactNode {
  const { t } = useTexts('settings');
  return (
    <Center mih="40dvh">
      <LoadingLine role="status" gap="sm" loader="sm" text={t('webhooks.opening')} />
    </Center>
  );
}

import './portal.css';
import '@billhook/webhook-screens/styles';
import { ErrorState } from '@billhook/ui/components/error-state';
import { Loading } from '@billhook/ui/components/loading';
import { PreferencesMenu } from '@billhook/ui/components/preferences-menu';
import { SkipLink } from '@billhook/ui/components/skip-link';
import { Wordmark } from '@billhook/ui/components/wordmark';
import { setTitleContext } from '@billhook/ui/page-title';
import { isSessionAsked, watchSessionAsked } from '@billhook/ui/session-expiry';
import { useTexts } from '@billhook/ui/use-texts';
import { WebhooksTabs } from '@billhook/webhook-screens/frame/webhooks-tabs';
import {
  PortalSessionContext,
  useMayChange,
  usePortalSession,
} from '@billhook/webhook-screens/session/session.queries';
import { Alert, Box, Container, Group, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { SessionEnded } from './session-ended.js';

const SessionEndedDialog = lazy(() =>
  import('./session-ended-dialog.js').then((file) => ({ default: file.SessionEndedDialog })),
);

const SandboxBar = lazy(() =>
  import('@billhook/ui/components/sandbox-bar').then((file) => ({ default: file.SandboxBar })),
);

function ViewOnlyNote() {
  const { t } = useTexts('portal');
  if (useMayChange()) return null;
  return (
    <Alert color="blue" icon={<IconEye size={18} />} mb="lg" p="sm">
      {t('viewOnly.note')}
    </Alert>
  );
}

/** The gate and the frame of every page. */
export function PortalLayout() {
  const { t } = useTexts('ui');
  const session = usePortalSession();
  const isAsked = useSyncExternalStore(watchSessionAsked, isSessionAsked);
  const inSandbox = session.data?.company.kind === 'Sandbox';
  // Before the pages below, which set their titles.
  setTitleContext(inSandbox ? t('sandbox.title') : '');
  if (session.isPending) return <Loading mih="50dvh" />;
  if (session.data) {
    return (
      <PortalSessionContext value={session.data}>
        <SkipLink />
        {inSandbox && (
          <Suspense fallback={<Box h={36} />}>
            <SandboxBar />
          </Suspense>
        )}
        <header className="pt-header">
          <Wordmark />
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Text size="sm" c="dimmed" truncate maw={240} title={session.data.company.name}>
              {session.data.company.name}
            </Text>
            <PreferencesMenu />
          </Group>
        </header>
        <div className="pt-portal">
          <WebhooksTabs />
          <main id="main" tabIndex={-1} className="pt-main">
            <Container size="xl" p={0}>
              <ViewOnlyNote />
              <Suspense fallback={<Loading mih="50dvh" />}>
                <Outlet />
              </Suspense>
            </Container>
          </main>
        </div>
        <Suspense>{isAsked && <SessionEndedDialog />}</Suspense>
      </PortalSessionContext>
    );
  }
  if (session.error) {
    return (
      <Container size="sm" py="xl">
        <ErrorState error={session.error} onRetry={() => void session.refetch()} />
      </Container>
    );
  }
  return <SessionEnded />;
}

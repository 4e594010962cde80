import './portal.css';
import '@billhook/webhook-screens/styles';
import { ErrorState } from '@billhook/ui/components/error-state';
import { PreferencesMenu } from '@billhook/ui/components/preferences-menu';
import { SkipLink } from '@billhook/ui/components/skip-link';
import { Wordmark } from '@billhook/ui/components/wordmark';
import { useTexts } from '@billhook/ui/use-texts';
import { Center, Container, Group, Loader, Text } from '@mantine/core';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { InPortal, usePortalSession } from '@billhook/webhook-screens/session/session.queries';
import { isEmbedded } from './embedding.js';
import { SessionEnded } from './session-ended.js';

function Waiting() {
  const { t } = useTexts('ui');
  return (
    <Center mih="50dvh">
      <Loader aria-label={t('loading')} role="status" />
    </Center>
  );
}

const TABS = [
  { to: '/', text: 'nav.endpoints' },
  { to: '/deliveries', text: 'nav.deliveries' },
  { to: '/event-types', text: 'eventTypes.tab' },
  { to: '/doctor', text: 'doctor.tab' },
] as const;

function Tabs() {
  const { t } = useTexts('portal');
  const path = useRouterState({ select: (state) => state.location.pathname });
  // The pages of endpoints belong to the first tab.
  const current = TABS.slice(1).find(({ to }) => path.includes(to)) ?? TABS[0];
  return (
    <nav className="pt-tabs" aria-label={t('nav.label')}>
      {TABS.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={tab === current ? 'page' : undefined}>
          {t(tab.text)}
        </Link>
      ))}
    </nav>
  );
}

/** The gate and the frame of every page. Inside the settings it has no header. */
export function PortalLayout() {
  const session = usePortalSession();
  if (session.isPending) return <Waiting />;
  if (session.data) {
    return (
      <InPortal value={session.data}>
        <SkipLink />
        {!isEmbedded && (
          <header className="pt-header">
            <Wordmark />
            <Group gap="sm" wrap="nowrap">
              <Text size="sm" c="dimmed" truncate maw={240} visibleFrom="xs">
                {session.data.company.name}
              </Text>
              <PreferencesMenu />
            </Group>
          </header>
        )}
        <Tabs />
        <main id="main" tabIndex={-1} className="pt-main">
          <Container size="xl" p={0}>
            <Suspense fallback={<Waiting />}>
              <Outlet />
            </Suspense>
          </Container>
        </main>
      </InPortal>
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

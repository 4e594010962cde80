import './settings.css';
import { ErrorState } from '@billhook/ui/components/error-state';
import { Loading } from '@billhook/ui/components/loading';
import { Shell } from '@billhook/ui/components/shell';
import { notify } from '@billhook/ui/notify';
import { setTitleContext } from '@billhook/ui/page-title';
import { ClockOffset } from '@billhook/ui/use-now';
import { useTexts } from '@billhook/ui/use-texts';
import { Box, Container } from '@mantine/core';
import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { takeJoined } from '../identity/session/joined-company.js';
import { useSession } from '../identity/session/session.queries.js';
import { SignInAgain } from '../identity/session/sign-in-again.js';
import { SignedIn } from '../shared/session/signed-in.js';
import { AccountMenu } from './account-menu.js';
import { FindButton } from './find-button.js';
import { LiveChanges } from './live-changes.js';
import { Navigation } from './navigation.js';

const LeaveSandbox = lazy(() =>
  import('../identity/session/leave-sandbox.js').then((file) => ({ default: file.LeaveSandbox })),
);
const SignInPage = lazy(() =>
  import('../identity/session/sign-in-page.js').then((page) => ({ default: page.SignInPage })),
);

/** The gate: without a session, every address except the public ones shows the sign-in page, and opens after it. */
export function RootLayout() {
  const { t } = useTexts('settings');
  const session = useSession();
  const isPublic = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.public) });
  const isBare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.bare) });
  const company = session.data?.company.name;
  useEffect(() => {
    if (company !== undefined && takeJoined()) notify.done(t('account.joined', { company }));
  }, [company, t]);
  const inSandbox = session.data?.company.kind === 'Sandbox';
  // Before the pages below, which set their titles.
  setTitleContext(inSandbox ? t('ui:sandbox.title') : '');
  if (isPublic) {
    return (
      <Suspense fallback={<Loading mih="60dvh" />}>
        <Outlet />
      </Suspense>
    );
  }
  if (session.isPending) return <Loading mih="60dvh" />;
  if (session.data) {
    const page = (
      <Suspense fallback={<Loading mih="60dvh" />}>
        <Outlet />
      </Suspense>
    );
    return (
      <SignedIn value={session.data} key={session.data.member.id}>
        <ClockOffset value={session.data.clockOffset ?? 0}>
          <SignInAgain />
          <LiveChanges session={session.data} />
          {isBare ? (
            page
          ) : (
            <Shell
              nav={(close) => <Navigation onNavigate={close} />}
              navLabel={t('nav.label')}
              context={session.data.company.name}
              actions={
                <>
                  <FindButton />
                  <AccountMenu />
                </>
              }
              bar={
                inSandbox ? (
                  <Suspense fallback={<Box h={36} />}>
                    <LeaveSandbox />
                  </Suspense>
                ) : undefined
              }
            >
              {page}
            </Shell>
          )}
        </ClockOffset>
      </SignedIn>
    );
  }
  if (session.error) {
    return (
      <Container size="sm" py="xl">
        <ErrorState error={session.error} onRetry={() => void session.refetch()} />
      </Container>
    );
  }
  return (
    <Suspense fallback={<Loading mih="60dvh" />}>
      <SignInPage />
    </Suspense>
  );
}

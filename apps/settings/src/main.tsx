// Runs first, so that the secret of a link is removed from the address before the router reads it.
import './identity/session/use-link-token.js';
import '@billhook/ui/styles';
import '@billhook/ui/more-styles';
import { AppProviders } from '@billhook/ui/components/app-providers';
import { CrashPage } from '@billhook/ui/components/problem-page';
import { StepUpHost } from '@billhook/ui/components/step-up-host';
import { startI18n } from '@billhook/ui/i18n';
import { createQueryClient } from '@billhook/ui/query-client';
import { startPage } from '@billhook/ui/start-page';
import { RouterProvider } from '@tanstack/react-router';
import { router } from './app/router.js';
import { confirmPassword, keepPageOnSessionLost, sessionQuery } from './identity/session/session.queries.js';

const textsReady = startI18n({
  en: () => import('./shared/texts/texts.en.js').then(({ texts }) => texts),
  fr: () => import('./shared/texts/texts.fr.js').then(({ texts }) => texts),
});
const queryClient = createQueryClient();
keepPageOnSessionLost(queryClient);

startPage(
  Promise.all([textsReady, queryClient.prefetchQuery(sessionQuery), router.load()]),
  () => (
    <AppProviders queryClient={queryClient}>
      <RouterProvider router={router} />
      <StepUpHost confirm={confirmPassword} />
    </AppProviders>
  ),
  // Only the texts can fail: the session and the router say themselves what failed.
  (error) => (
    <AppProviders queryClient={queryClient}>
      <CrashPage error={error} reset={() => location.reload()} />
    </AppProviders>
  ),
);

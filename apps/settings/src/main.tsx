// First of all: the secret of a link leaves the address before the router reads it.
import './identity/session/link-token.js';
import '@billhook/ui/styles';
import { AppProviders } from '@billhook/ui/components/app-providers';
import { CrashPage } from '@billhook/ui/components/problem-page';
import { StepUpHost } from '@billhook/ui/components/step-up-host';
import { startI18n } from '@billhook/ui/i18n';
import { createQueryClient } from '@billhook/ui/query-client';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.js';
import { confirmPassword, keepPageOnSessionLost, sessionQuery } from './identity/session/queries.js';

const textsReady = startI18n({
  en: () => import('./shared/texts/texts.en.js').then(({ texts }) => texts),
  fr: () => import('./shared/texts/texts.fr.js').then(({ texts }) => texts),
});
const queryClient = createQueryClient();
keepPageOnSessionLost(queryClient);

// The skeleton of index.html stays until the first page can be rendered. A top-level await would block the scripts that import this one.
void Promise.all([textsReady, queryClient.prefetchQuery(sessionQuery), router.load()]).then(
  () =>
    render(
      <>
        <RouterProvider router={router} />
        <StepUpHost confirm={confirmPassword} />
      </>,
    ),
  // Only the texts can fail: the session and the router say themselves what failed.
  (error: unknown) => render(<CrashPage error={error} reset={() => location.reload()} />),
);

function render(page: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(<AppProviders queryClient={queryClient}>{page}</AppProviders>);
}

// First of all: the secret of a link leaves the address before the router reads it.
import './identity/session/link-token.js';
import '@billhook/ui/styles';
import { AppProviders } from '@billhook/ui/components/app-providers';
import { StepUpHost } from '@billhook/ui/components/step-up-host';
import { startI18n } from '@billhook/ui/i18n';
import { createQueryClient } from '@billhook/ui/query-client';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.js';
import { confirmPassword, keepPageOnSessionLost, sessionQuery } from './identity/session/queries.js';
import { texts } from './shared/texts/texts.js';

startI18n({ settings: texts });
const queryClient = createQueryClient();
keepPageOnSessionLost(queryClient);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// The skeleton of index.html stays until the first page can be drawn. Both settle whatever happens: the page says what failed. Not by a
// top-level await, for which the scripts of the page, which import from this one, would wait in turn.
void Promise.all([queryClient.prefetchQuery(sessionQuery), router.load()]).then(() =>
  createRoot(root).render(
    <AppProviders queryClient={queryClient}>
      <RouterProvider router={router} />
      <StepUpHost confirm={confirmPassword} />
    </AppProviders>,
  ),
);

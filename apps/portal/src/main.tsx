import '@billhook/ui/styles';
import { AppProviders } from '@billhook/ui/components/app-providers';
import { StepUpHost } from '@billhook/ui/components/step-up-host';
import { startI18n } from '@billhook/ui/i18n';
import { createQueryClient } from '@billhook/ui/query-client';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.js';
import { confirmPassword, endOnSessionLost } from './session/queries.js';
import { texts } from './texts/texts.js';

const textsReady = startI18n(texts);
const queryClient = createQueryClient();
endOnSessionLost(queryClient);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void textsReady.then(() =>
  createRoot(root).render(
    <AppProviders queryClient={queryClient}>
      <RouterProvider router={router} />
      <StepUpHost confirm={confirmPassword} />
    </AppProviders>,
  ),
);

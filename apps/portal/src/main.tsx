// First of all: the state of a link leaves the address before the router reads it.
import './app/failed-link.js';
import '@billhook/ui/styles';
import { AppProviders } from '@billhook/ui/components/app-providers';
import { StepUpHost } from '@billhook/ui/components/step-up-host';
import { startI18n } from '@billhook/ui/i18n';
import { createQueryClient } from '@billhook/ui/query-client';
import { startPage } from '@billhook/ui/start-page';
import { confirmPassword, keepPageOnSessionLost } from '@billhook/webhook-screens/session/session.queries';
import { texts } from '@billhook/webhook-screens/texts/texts';
import { RouterProvider } from '@tanstack/react-router';
import { router } from './app/router.js';

const queryClient = createQueryClient();
keepPageOnSessionLost(queryClient);

startPage(startI18n(texts), () => (
  <AppProviders queryClient={queryClient}>
    <RouterProvider router={router} />
    <StepUpHost confirm={confirmPassword} />
  </AppProviders>
));

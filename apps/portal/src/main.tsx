import '@billhook/ui/styles';
import { AppProviders } from '@billhook/ui/components/app-providers';
import { StepUpHost } from '@billhook/ui/components/step-up-host';
import { startI18n } from '@billhook/ui/i18n';
import { createQueryClient } from '@billhook/ui/query-client';
import { startPage } from '@billhook/ui/start-page';
import { confirmPassword, endOnSessionLost } from '@billhook/webhook-screens/session/session.queries';
import { texts } from '@billhook/webhook-screens/texts/texts';
import { RouterProvider } from '@tanstack/react-router';
import { router } from './app/router.js';

const queryClient = createQueryClient();
endOnSessionLost(queryClient);

startPage(startI18n(texts), () => (
  <AppProviders queryClient={queryClient}>
    <RouterProvider router={router} />
    <StepUpHost confirm={confirmPassword} />
  </AppProviders>
));

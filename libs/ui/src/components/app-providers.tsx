import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { areNotificationsWanted, onNotificationsWanted } from '../notify.js';
import { cssVariablesResolver, theme } from '../theme.js';
import { OfflineLine } from './offline-line.js';

/** The same key as in page/static/colour-scheme.js of libs/ui, which sets the scheme before this runs. */
const schemeManager = localStorageColorSchemeManager({ key: 'billhook-colour-scheme' });

const OpenedNotifications = lazy(() =>
  import('./opened-notifications.js').then((file) => ({ default: file.OpenedNotifications })),
);

function NotificationHost() {
  const wanted = useSyncExternalStore(onNotificationsWanted, areNotificationsWanted);
  return <Suspense>{wanted && <OpenedNotifications />}</Suspense>;
}

/** The providers of every screen. `startI18n` loads the texts before the first render. */
export function AppProviders({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <NotificationHost />
        {children}
        <OfflineLine />
      </QueryClientProvider>
    </MantineProvider>
  );
}

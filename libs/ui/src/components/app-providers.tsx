import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cssVariablesResolver, theme } from '../theme.js';

/** The same key as public/colour-scheme.js, which paints the right scheme before this runs. */
const schemeManager = localStorageColorSchemeManager({ key: 'billhook-colour-scheme' });

/** What every screen stands on. Texts are started by `startI18n` before the first render. */
export function AppProviders({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={3} />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}

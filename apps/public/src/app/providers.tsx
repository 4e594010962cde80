import { cssVariablesResolver, theme } from '@billhook/ui/theme';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';

/** The same key as in page/static/colour-scheme.js of libs/ui, which sets the scheme before this runs. */
const schemeManager = localStorageColorSchemeManager({ key: 'billhook-colour-scheme' });

/** Less than the other programs need: the page reads one document, without a query cache. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}

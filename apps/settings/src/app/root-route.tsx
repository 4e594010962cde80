import { CrashPage, NotFoundPage } from '@billhook/ui/components/problem-page';
import { createRootRoute } from '@tanstack/react-router';
import { RootLayout } from './root-layout.js';

export const rootRoute = createRootRoute({
  component: RootLayout,
  errorComponent: CrashPage,
  notFoundComponent: () => <NotFoundPage home="/settings/" />,
});

/** For routes with the id of a record in their path: `params: recordParams`. An invalid id finds no record. */
export const recordParams = {
  parse: ({ id }: { id: string }) => ({ id: Number(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

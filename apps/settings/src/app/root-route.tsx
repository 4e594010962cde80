import { CrashPage, NotFoundPage } from '@billhook/ui/components/problem-page';
import { createRootRoute } from '@tanstack/react-router';
import { RootLayout } from './root-layout.js';

export const rootRoute = createRootRoute({
  component: RootLayout,
  errorComponent: CrashPage,
  notFoundComponent: () => <NotFoundPage home="/settings/" />,
});

/** The place of a page: `createRoute({ ...page('/clients') })`. */
export const page = <const Path extends string>(path: Path) => ({ getParentRoute: () => rootRoute, path });

/** The place of a page with the id of a record in its path. An invalid id finds no record. */
export const recordPage = <const Path extends string>(path: Path) => ({
  ...page(path),
  params: {
    parse: ({ id }: { id: string }) => ({ id: Number(id) }),
    stringify: ({ id }: { id: number }) => ({ id: String(id) }),
  },
});

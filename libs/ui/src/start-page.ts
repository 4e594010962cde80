import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

/**
 * Renders a program in place of the skeleton of its `index.html`, or takes over a page that the server rendered.
 * @param ready what the first page waits for, like the texts. Not a top-level await, which would block the scripts that import the entry
 * @param crashed shown if that fails; without it the skeleton stays
 */
export function startPage(
  ready: Promise<unknown>,
  page: () => ReactNode,
  crashed?: (error: unknown) => ReactNode,
): void {
  const render = (content: ReactNode): void => {
    const root = document.getElementById('root');
    if (!root) throw new Error('index.html has no #root');
    if (!root.hasAttribute('data-rendered')) createRoot(root).render(content);
    // A date in another time zone is not as the server rendered it: then React renders the page again.
    else hydrateRoot(root, content, { onRecoverableError: () => undefined });
  };
  void ready.then(
    () => render(page()),
    (error: unknown) => {
      if (!crashed) throw error;
      render(crashed(error));
    },
  );
}

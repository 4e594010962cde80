import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * Renders a program in place of the skeleton of its `index.html`.
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
    createRoot(root).render(content);
  };
  void ready.then(
    () => render(page()),
    (error: unknown) => {
      if (!crashed) throw error;
      render(crashed(error));
    },
  );
}

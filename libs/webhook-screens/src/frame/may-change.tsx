import type { ReactNode } from 'react';
import { useMayChange } from '../session/session.queries.js';

interface MayChangeProps {
  readonly children: ReactNode;
  /** In place of the children in a view-only portal. The note above every page gives the reason. */
  readonly otherwise?: ReactNode;
}

/** Buttons and forms that change something or show a secret, which a view-only portal leaves out. */
export function MayChange({ children, otherwise = null }: MayChangeProps) {
  return useMayChange() ? children : otherwise;
}

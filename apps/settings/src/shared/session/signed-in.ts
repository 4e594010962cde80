import type { SessionView } from '@billhook/contract/identity/session';
import type { Permission } from '@billhook/domain/identity/permissions';
import { createContext, useContext } from 'react';

export const SignedIn = createContext<SessionView | null>(null);

/** The session, below the gate that shows the sign-in page without one. */
export function useSignedIn(): SessionView {
  const session = useContext(SignedIn);
  if (!session) throw new Error('useSignedIn is for pages behind the session gate');
  return session;
}

/** Whether the member holds a permission, as far as this page knows. The API decides. */
export function useHolds(permission: Permission): boolean {
  return useSignedIn().member.permissions.includes(permission);
}

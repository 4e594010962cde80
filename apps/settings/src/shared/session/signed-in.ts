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

/** Whether the session is in a sandbox. */
export function useInSandbox(): boolean {
  return useSignedIn().company.kind === 'Sandbox';
}

/** The production company of the sandbox, if the person is a member of it as well. */
export function useProductionCompany(): SessionView['companies'][number] | undefined {
  const { company, companies } = useSignedIn();
  return companies.find(({ companyId }) => companyId === company.sandboxOf);
}

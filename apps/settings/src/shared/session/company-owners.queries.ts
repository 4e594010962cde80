import type { OwnerList } from '@billhook/contract/identity/member';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useQuery } from '@tanstack/react-query';

/** The people who can change the company. The key starts with the key of the members, so a change of a member reloads the owners. */
export function useCompanyOwners() {
  return useQuery({
    queryKey: ['members', 'owners'],
    queryFn: ({ signal }) => apiFetch<OwnerList>('/app/company/owners', { signal }),
  });
}

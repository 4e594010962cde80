import type { CompanyView, UpdateCompany } from '@billhook/contract/identity/company';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionKeys } from '../session/session.queries.js';

const companyKeys = { company: ['company'] as const };

export function useCompany() {
  return useQuery({
    queryKey: companyKeys.company,
    queryFn: ({ signal }) => apiFetch<CompanyView>('/app/company', { signal }),
  });
}

/** What every change of the company does with its result. */
function useTakeCompany() {
  const client = useQueryClient();
  return (company: CompanyView) => {
    client.setQueryData(companyKeys.company, company);
    // The session contains the company as well: the menu shows its name, and forms use its currency and its current day.
    return client.invalidateQueries({ queryKey: sessionKeys.session });
  };
}

export function useUpdateCompany() {
  return useAction(
    (body: UpdateCompany) => apiFetch<CompanyView>('/app/company', { method: 'PATCH', body }),
    useTakeCompany(),
  );
}

/** Replaces the logo by an image in Base64. */
export function useSetLogo() {
  return useAction(
    (data: string) => apiFetch<CompanyView>('/app/company/logo', { method: 'PUT', body: { data } }),
    useTakeCompany(),
  );
}

export function useRemoveLogo() {
  return useAction(() => apiFetch<CompanyView>('/app/company/logo', { method: 'DELETE' }), useTakeCompany());
}

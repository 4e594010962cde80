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

export function useUpdateCompany() {
  const client = useQueryClient();
  return useAction(
    (body: UpdateCompany) => apiFetch<CompanyView>('/app/company', { method: 'PATCH', body }),
    (company) => {
      client.setQueryData(companyKeys.company, company);
      // The session contains the company as well: the menu shows its name, and forms use its currency and its current day.
      return client.invalidateQueries({ queryKey: sessionKeys.session });
    },
  );
}

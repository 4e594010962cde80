import type {
  ApplicationList,
  ApplicationView,
  CreateApplication,
  CreatedApplication,
  UpdateApplication,
} from '@billhook/contract/identity/oauth/application';
import type {
  ApplicationPolicy,
  CompanyApplicationList,
  CompanyApplicationView,
  GrantList,
  GrantView,
  RevokedGrants,
  RevokeGrant,
} from '@billhook/contract/identity/oauth/grant';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { REFRESH_MS } from '../keys/keys.queries.js';

const GRANTS = '/app/oauth/grants';
const APPLICATIONS = '/app/oauth/applications';
const IN_COMPANY = '/app/company/applications';
const POLICY = '/app/company/application-policy';

export const applicationKeys = {
  all: ['applications'] as const,
  grants: ['applications', 'grants'] as const,
  registered: ['applications', 'registered'] as const,
  one: (id: number) => ['applications', 'registered', id] as const,
  company: ['applications', 'company'] as const,
  policy: ['applications', 'policy'] as const,
};

/** What the account has authorised, in each of its companies, revoked and ended grants included. */
export function useGrants() {
  return useQuery({
    queryKey: applicationKeys.grants,
    queryFn: ({ signal }) => apiFetch<GrantList>(GRANTS, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** The applications that the member may edit. */
export function useApplications() {
  return useQuery({
    queryKey: applicationKeys.registered,
    queryFn: ({ signal }) => apiFetch<ApplicationList>(APPLICATIONS, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function useApplication(id: number) {
  return useQuery({
    queryKey: applicationKeys.one(id),
    queryFn: ({ signal }) => apiFetch<ApplicationView>(`${APPLICATIONS}/${id}`, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** The applications that members of the company use. Requires oauth_app.manage. */
export function useCompanyApplications() {
  return useQuery({
    queryKey: applicationKeys.company,
    queryFn: ({ signal }) => apiFetch<CompanyApplicationList>(IN_COMPANY, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** The names of the applications that the company uses or registered, by their client ID. */
export function useKnownApplications(used: readonly CompanyApplicationView[]): ReadonlyMap<string, string> {
  const registered = useApplications().data?.data ?? [];
  const usable = registered.filter(({ archivedAt }) => archivedAt === null);
  const all = [...used.map(({ application }) => application), ...usable];
  return new Map(all.map(({ clientId, name }) => [clientId, name]));
}

export function useApplicationPolicy() {
  return useQuery({
    queryKey: applicationKeys.policy,
    queryFn: ({ signal }) => apiFetch<ApplicationPolicy>(POLICY, { signal }),
  });
}

/** Reloads all lists of applications. */
export function useRefreshApplications() {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: applicationKeys.all }), [client]);
}

export function useRevokeGrant() {
  const refresh = useRefreshApplications();
  return useAction(
    ({ id, ...body }: RevokeGrant & { id: number }) =>
      apiFetch<GrantView>(`${GRANTS}/${id}/revoke`, { method: 'POST', body }),
    refresh,
  );
}

export function useRevokeForEveryone(id: number) {
  const refresh = useRefreshApplications();
  return useAction(
    (body: RevokeGrant) => apiFetch<RevokedGrants>(`${IN_COMPANY}/${id}/revoke`, { method: 'POST', body }),
    refresh,
  );
}

/** The response contains the secret, so it is not cached: for `useAction`. */
export function createApplication(body: CreateApplication): Promise<CreatedApplication> {
  return apiFetch<CreatedApplication>(APPLICATIONS, { method: 'POST', body });
}

/** The response contains the secret, so it is not cached: for `useAction`. */
export function createSecret(id: number): Promise<CreatedApplication> {
  return apiFetch<CreatedApplication>(`${APPLICATIONS}/${id}/secrets`, { method: 'POST', body: {} });
}

export function useUpdateApplication(id: number) {
  const refresh = useRefreshApplications();
  return useAction(
    (body: UpdateApplication) => apiFetch<ApplicationView>(`${APPLICATIONS}/${id}`, { method: 'PATCH', body }),
    refresh,
  );
}

export function useRevokeSecret(id: number) {
  const refresh = useRefreshApplications();
  return useAction(
    (secretId: number) =>
      apiFetch<ApplicationView>(`${APPLICATIONS}/${id}/secrets/${secretId}/revoke`, { method: 'POST', body: {} }),
    refresh,
  );
}

export function useArchiveApplication(id: number) {
  const refresh = useRefreshApplications();
  return useAction(
    () => apiFetch<ApplicationView>(`${APPLICATIONS}/${id}/archive`, { method: 'POST', body: {} }),
    refresh,
  );
}

export function useSaveApplicationPolicy() {
  const refresh = useRefreshApplications();
  return useAction((body: ApplicationPolicy) => apiFetch<ApplicationPolicy>(POLICY, { method: 'PUT', body }), refresh);
}

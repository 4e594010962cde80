import type { CompanyDeletionView } from '@billhook/contract/installation/company-deletion';
import type { CompanyExportList, CompanyExportView } from '@billhook/contract/installation/company-export';
import type { SandboxReset } from '@billhook/contract/installation/sandbox';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const keys = { exports: ['company-exports'] as const, deletion: ['company-deletion'] as const };

/** While an export is running. */
const PROGRESS_MS = 2_000;

export function useCompanyExports() {
  return useQuery({
    queryKey: keys.exports,
    queryFn: ({ signal }) => apiFetch<CompanyExportList>('/app/company/exports', { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'Running') ? PROGRESS_MS : false),
  });
}

export function useRequestExport() {
  const client = useQueryClient();
  return useAction(
    () => apiFetch<CompanyExportView>('/app/company/exports', { method: 'POST' }),
    () => client.invalidateQueries({ queryKey: keys.exports }),
  );
}

export const archivePath = (id: number): string => `/app/company/exports/${id}/archive`;

export function useCompanyDeletion() {
  return useQuery({
    queryKey: keys.deletion,
    queryFn: ({ signal }) => apiFetch<CompanyDeletionView>('/app/company/deletion', { signal }),
  });
}

export function useRequestDeletion() {
  const client = useQueryClient();
  return useAction(
    (name: string) => apiFetch<CompanyDeletionView>('/app/company/deletion', { method: 'POST', body: { name } }),
    (deletion) => client.setQueryData(keys.deletion, deletion),
  );
}

export function useResetSandbox() {
  const client = useQueryClient();
  return useAction(
    (name: string, examples: boolean) =>
      apiFetch<SandboxReset>('/app/sandbox/reset', { method: 'POST', body: { name, examples } }),
    () => client.invalidateQueries(),
  );
}

export function useWithdrawDeletion() {
  const client = useQueryClient();
  return useAction(
    () => apiFetch<CompanyDeletionView>('/app/company/deletion/withdraw', { method: 'POST' }),
    (deletion) => client.setQueryData(keys.deletion, deletion),
  );
}

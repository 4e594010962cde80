import type { ConsentView, DecideConsent, DecidedConsent } from '@billhook/contract/identity/oauth/consent';
import { apiFetch } from '@billhook/ui/api-fetch';
import { queryOptions } from '@tanstack/react-query';

/** The request of an application that redirected the browser here. */
export const interactionPath = (uid: string): string => `/app/oauth/interactions/${encodeURIComponent(uid)}`;

/** The request of a device that shows this code. */
export const devicePath = (userCode: string): string => `/app/oauth/devices/${encodeURIComponent(userCode)}`;

/** What an application requests. Not cached, because the next request with the same code is another one. */
export const consentQuery = (path: string) =>
  queryOptions({
    queryKey: ['consent', path],
    queryFn: ({ signal }) => apiFetch<ConsentView>(path, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

export function decideConsent(path: string, body: DecideConsent): Promise<DecidedConsent> {
  return apiFetch<DecidedConsent>(path, { method: 'POST', body });
}

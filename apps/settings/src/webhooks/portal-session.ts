import type { PortalLinkView, PortalSessionView } from '@billhook/contract/webhooks/portal';
import { apiFetch } from '@billhook/ui/api-fetch';
import { nameCompany, portalKeys } from '@billhook/webhook-screens/session/session.queries';
import type { QueryClient } from '@tanstack/react-query';
import { createPortalLink } from './portal-links.queries.js';

const tokenOf = ({ url }: PortalLinkView): string => new URL(url).searchParams.get('token') ?? '';

/** Creates a fresh single-use link and redeems it, which sets the cookie of the portal. The token is only in bodies. */
export async function openPortalSession(): Promise<PortalSessionView> {
  const token = tokenOf(await createPortalLink('full', 'visit'));
  return nameCompany(await apiFetch<PortalSessionView>('/portal/api/session', { method: 'POST', body: { token } }));
}

/** Renewals within this time are counted: a browser that blocks cookies must not renew for ever. */
const RENEWAL_WINDOW_MS = 60_000;
const MAX_RENEWALS = 3;

export interface PortalRenewal {
  /** Opens a session in place of one that has ended. @returns false after too many renewals, and if none can be opened */
  renew(): Promise<boolean>;
  /** Opens a session after the password was confirmed, which the new session takes over. */
  reopen(): Promise<void>;
}

/** Opens the portal's session again while its pages stay. Simultaneous requests share one renewal. */
export function portalRenewal(client: QueryClient): PortalRenewal {
  let renewals: number[] = [];
  let running: Promise<boolean> | undefined;
  const open = async () => client.setQueryData(portalKeys.session, await openPortalSession());
  const attempt = async () => {
    const now = Date.now();
    renewals = renewals.filter((at) => now - at < RENEWAL_WINDOW_MS);
    if (renewals.length >= MAX_RENEWALS) return false;
    renewals.push(now);
    await open();
    return true;
  };
  return {
    renew: () =>
      (running ??= attempt()
        .catch(() => false)
        .finally(() => (running = undefined))),
    reopen: async () => {
      await open().catch(() => undefined);
    },
  };
}

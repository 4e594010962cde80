import type { SessionView } from '@billhook/contract/identity/session';
import { RECORD_NAMES, RESOURCES } from '@billhook/domain/shared/resources';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionKeys } from '../identity/session/session.queries.js';

const LOOK_MS = 1_000;

/** Follows the changes of the company once the first page has loaded what it shows. Renders nothing. */
export function LiveChanges({ session }: { readonly session: SessionView }) {
  const client = useQueryClient();
  const { member, company } = session;
  const [memberId, companyId] = [member.id, company.id];
  const readsRecords = RECORD_NAMES.some((name) => member.permissions.includes(RESOURCES[name].read));
  useEffect(() => {
    if (!readsRecords) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    const start = async (): Promise<void> => {
      const { followChanges } = await import('../shared/live/follow-changes.js');
      const readSession = () => void client.invalidateQueries({ queryKey: sessionKeys.session });
      if (!isOver) stop = followChanges(client, { memberId, companyId }, readSession);
    };
    const waiting = setInterval(() => {
      if (client.isFetching() > 0) return;
      clearInterval(waiting);
      // A page without its scripts shows what it has read, as during an upgrade.
      start().catch(() => undefined);
    }, LOOK_MS);
    return () => {
      isOver = true;
      clearInterval(waiting);
      stop?.();
    };
  }, [client, memberId, companyId, readsRecords]);
  return null;
}

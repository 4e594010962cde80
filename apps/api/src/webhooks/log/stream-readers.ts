import { Problem } from '@billhook/domain/shared/problems';
import type { StreamPlace } from '@billhook/webhooks/events/stream-slots.repository';
import type { BearerLookupService } from '../../access/bearer-lookup.service.js';
import type { SessionLookup } from '../../access/lookups.js';
import { requirePermission } from '../../access/permission.rules.js';
import { callerNumber, type BearerCaller, type Principal, type SignedInMember } from '../../request/principal.js';

/** Who reads the streams of a log. */
export interface StreamReaders<By extends Principal> {
  /** Before each message and heartbeat, a check costs nothing while a stream is silent. */
  readonly checked: 'every second' | 'before each message';
  /**
   * The caller with the permissions that it has now.
   * @param secret of its credential
   * @throws Problem if its streams must end
   */
  again(by: By, secret: string): Promise<By>;
  placeOf(by: By): StreamPlace;
}

/** The callers of /v1. */
export const bearerReaders = (bearers: BearerLookupService): StreamReaders<BearerCaller> => ({
  checked: 'every second',
  async again({ origin }, secret) {
    const now: BearerCaller = { ...(await bearers.findAgain(secret, origin, 'v1')), origin };
    requirePermission(now, 'event.read');
    return now;
  },
  placeOf: (by) => ({ companyId: by.company.id, kind: 'key', id: callerNumber(by) }),
});

/** The browsers of members. What they may see is a question of each message. */
export const memberReaders = (sessions: SessionLookup): StreamReaders<SignedInMember> => ({
  checked: 'before each message',
  async again({ origin, company }, secret) {
    const now = await sessions.findAgain(secret);
    if (now?.company.id !== company.id) throw new Problem('session_missing');
    return { ...now, origin };
  },
  placeOf: (by) => ({ companyId: by.company.id, kind: 'member', id: by.memberId }),
});

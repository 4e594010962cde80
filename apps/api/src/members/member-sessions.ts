import { Database } from '@billhook/db/database';
import type { Tx } from '@billhook/db/unit-of-work';
import { Injectable } from '@nestjs/common';
import { BrowserSessions } from '../auth/browser-sessions.js';

/** The browsers in which somebody is signed in to one company: their sessions, and the webhook portals that they opened. */
@Injectable()
export class MemberSessions {
  constructor(
    private readonly db: Database,
    private readonly browsers: BrowserSessions,
  ) {}

  /** How many are signed in now. */
  async count(memberId: number): Promise<number> {
    const [row] = await this.db.query<{ count: number }>({
      name: 'member_sessions_count',
      text: 'SELECT count(*)::int AS count FROM sessions WHERE member_id = $1 AND expires_at > $2 AND last_seen_at > $3',
      values: [memberId, ...this.limits()],
    });
    return row?.count ?? 0;
  }

  /** Ends all of them, and the links into the portal that nobody has opened yet. @returns how many were signed in */
  async end(tx: Tx, memberId: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>({
      name: 'member_sessions_end',
      text: `WITH ended AS (DELETE FROM sessions WHERE member_id = $1 RETURNING expires_at, last_seen_at),
          portals AS (DELETE FROM portal_sessions WHERE member_id = $1),
          links AS (UPDATE portal_links SET expires_at = least(expires_at, $2) WHERE member_id = $1 AND redeemed_at IS NULL)
        SELECT count(*)::int AS count FROM ended WHERE expires_at > $2 AND last_seen_at > $3`,
      values: [memberId, ...this.limits()],
    });
    return row?.count ?? 0;
  }

  private limits(): [now: Date, idleSince: Date] {
    const { now, idleSince } = this.browsers.limits();
    return [now, idleSince];
  }
}

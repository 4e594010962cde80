import { Database } from '@billhook/db/database';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Plan } from '@billhook/domain/identity/company';
import type { Permission } from '@billhook/domain/identity/permissions';
import { ownerIds, type SessionOwner } from '@billhook/identity/auth/sessions.repository';
import { Injectable } from '@nestjs/common';
import { PortalLink } from './portal-link.entity.js';
import { PortalSession } from './portal-session.entity.js';

export interface LivePortalSession {
  readonly companyId: number;
  readonly companyName: string;
  readonly plan: Plan;
  readonly timeZone: string;
  readonly memberId: number;
  readonly accountId: number;
  readonly email: string;
  readonly permissions: readonly Permission[];
  readonly confirmedAt: Date;
  readonly expiresAt: Date;
}

/** The target of a link, and its member. */
export type RedeemedLink = Pick<LivePortalSession, 'companyId' | 'memberId' | 'email' | 'confirmedAt'>;

@Injectable()
export class PortalRepository {
  constructor(private readonly db: Database) {}

  async insertLink(tx: Tx, link: PortalLink): Promise<void> {
    await tx.manager.insert(PortalLink, link);
  }

  async insertSession(tx: Tx, session: PortalSession): Promise<void> {
    await tx.manager.insert(PortalSession, session);
  }

  /** Uses a link. One conditional UPDATE: of several requests, one succeeds. @returns undefined if it was used or has expired */
  async redeem(tx: Tx, tokenHash: Buffer, now: Date): Promise<RedeemedLink | undefined> {
    const [row] = await tx.query<RedeemedLink & { readonly [column: string]: unknown }>({
      name: 'portal_link_redeem',
      text: `UPDATE portal_links l SET redeemed_at = $2 FROM members m JOIN accounts a ON a.id = m.account_id
        WHERE l.token_hash = $1 AND l.redeemed_at IS NULL AND l.expires_at > $2 AND m.id = l.member_id AND m.status = 'Active'
        RETURNING l.company_id AS "companyId", l.member_id AS "memberId", a.email, l.confirmed_at AS "confirmedAt"`,
      values: [tokenHash, now],
    });
    return row;
  }

  async confirm(tx: Tx, idHash: Buffer, now: Date): Promise<void> {
    await tx.query({
      name: 'portal_session_confirm',
      text: 'UPDATE portal_sessions SET confirmed_at = $2 WHERE id_hash = $1',
      values: [idHash, now],
    });
  }

  /** Closes the portals of an account or a member, and their unused links. */
  async close(tx: Tx, owner: SessionOwner, now: Date): Promise<void> {
    // Links first: a request that opens one holds its row, so its portal exists when portals are deleted.
    await tx.query({
      name: 'portal_links_close',
      text: `UPDATE portal_links l SET expires_at = least(l.expires_at, $3) FROM members m
        WHERE m.id = l.member_id AND (m.account_id = $1 OR m.id = $2) AND l.redeemed_at IS NULL`,
      values: [...ownerIds(owner), now],
    });
    await tx.query({
      name: 'portals_close',
      text: `DELETE FROM portal_sessions p USING members m WHERE m.id = p.member_id AND (m.account_id = $1 OR m.id = $2)`,
      values: ownerIds(owner),
    });
  }

  /** The session with the current permissions of its member: without integration.write the portal closes. */
  async findLive(idHash: Buffer, now: Date): Promise<LivePortalSession | undefined> {
    const [row] = await this.db.lookUp<LivePortalSession>({
      name: 'portal_session_live',
      text: `SELECT c.id AS "companyId", c.name AS "companyName", c.plan, c.time_zone AS "timeZone", m.id AS "memberId", a.id AS "accountId",
          a.email, m.permissions, s.confirmed_at AS "confirmedAt", s.expires_at AS "expiresAt"
        FROM portal_sessions s JOIN companies c ON c.id = s.company_id JOIN members m ON m.id = s.member_id
          JOIN accounts a ON a.id = m.account_id
        WHERE s.id_hash = $1 AND s.expires_at > $2 AND m.status = 'Active'`,
      values: [idHash, now],
    });
    return row;
  }
}

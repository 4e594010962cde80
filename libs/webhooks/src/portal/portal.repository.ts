import { companyTimeSql } from '@billhook/db/company-time.sql';
import { Database } from '@billhook/db/database';
import { insertRow, insertUnnumbered, selectColumns } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import type { CompanyKind, Plan } from '@billhook/domain/identity/company';
import type { Permission } from '@billhook/domain/identity/permissions';
import type { PortalAccess } from '@billhook/domain/webhooks/portal-access';
import { ownerIds, type SessionOwner } from '@billhook/identity/auth/sessions.repository';
import { Injectable } from '@nestjs/common';
import { PortalLink, PortalSession } from './portal-link.entity.js';

export interface LivePortalSession {
  readonly companyId: number;
  readonly companyName: string;
  readonly companyKind: CompanyKind;
  readonly plan: Plan;
  readonly timeZone: string;
  readonly clockOffset: number;
  /** Where the company is: `tenants.cell`. */
  readonly cell: number;
  /** When the company is deleted; null without a request. */
  readonly deletesAt: Date | null;
  readonly memberId: number;
  readonly accountId: number;
  readonly email: string;
  readonly permissions: readonly Permission[];
  readonly access: PortalAccess;
  readonly confirmedAt: Date;
  readonly expiresAt: Date;
}

/** The target of a link, and its member. */
export interface RedeemedLink extends Pick<
  LivePortalSession,
  'companyId' | 'memberId' | 'email' | 'confirmedAt' | 'access'
> {
  readonly id: number;
}

/** A link that can be used (`redeemedAt` is null), or whose session is open. */
export interface ActiveLink extends Pick<
  PortalLink,
  'id' | 'access' | 'purpose' | 'createdAt' | 'redeemedAt' | 'expiresAt'
> {
  readonly memberId: number;
  readonly memberName: string;
}

@Injectable()
export class PortalRepository {
  constructor(private readonly db: Database) {}

  /** @returns the id of the link */
  async insertLink(tx: Tx, link: Omit<PortalLink, 'id' | 'redeemedAt' | 'revokedAt'>): Promise<number> {
    return insertRow(tx, PortalLink, { ...link, redeemedAt: null, revokedAt: null });
  }

  /** The newest links that can be used or are open. */
  async active(companyId: number, now: Date, limit: number): Promise<ActiveLink[]> {
    return this.db.query<ActiveLink & { readonly [column: string]: unknown }>({
      name: 'portal_links_active',
      text: `SELECT l.id, l.access, l.purpose, l.created_at AS "createdAt", l.redeemed_at AS "redeemedAt", m.id AS "memberId", m.name AS "memberName",
          coalesce(s.expires_at, l.expires_at) AS "expiresAt"
        FROM portal_links l JOIN members m ON m.id = l.member_id JOIN tenants c ON c.id = l.company_id LEFT JOIN portal_sessions s ON s.link_id = l.id
        WHERE l.company_id = $1 AND l.revoked_at IS NULL AND m.status = 'Active'
          AND CASE WHEN l.redeemed_at IS NULL THEN l.expires_at > ${companyTimeSql('$2::timestamptz')} ELSE s.expires_at > $2 END
        ORDER BY l.id DESC LIMIT $3`,
      values: [companyId, now, limit],
    });
  }

  /** Ends an active link and its session. @returns whether there was one */
  async revoke(tx: Tx, companyId: number, id: number, now: Date): Promise<boolean> {
    const revoked = await tx.query({
      name: 'portal_link_revoke',
      text: `UPDATE portal_links l SET revoked_at = $3 FROM tenants c
        WHERE c.id = l.company_id AND l.company_id = $1 AND l.id = $2 AND l.revoked_at IS NULL
          AND CASE WHEN l.redeemed_at IS NULL THEN l.expires_at > ${companyTimeSql('$3::timestamptz')}
            ELSE EXISTS (SELECT FROM portal_sessions s WHERE s.link_id = l.id AND s.expires_at > $3) END
        RETURNING l.id`,
      values: [companyId, id, now],
    });
    if (revoked.length === 0) return false;
    await tx.query({
      name: 'portal_session_revoke',
      text: 'DELETE FROM portal_sessions WHERE link_id = $1',
      values: [id],
    });
    return true;
  }

  /** Deletes the session that a browser had, once it has opened another one like it. */
  async replaceSession(tx: Tx, idHash: Buffer, { memberId, access }: RedeemedLink): Promise<void> {
    await tx.query({
      name: 'portal_session_replace',
      text: 'DELETE FROM portal_sessions WHERE id_hash = $1 AND member_id = $2 AND access = $3',
      values: [idHash, memberId, access],
    });
  }

  /** A link by its token, to explain why it does not work. */
  async link(tx: Tx, tokenHash: Buffer): Promise<(PortalLink & Pick<LivePortalSession, 'clockOffset'>) | undefined> {
    const [row] = await tx.query<
      PortalLink & Pick<LivePortalSession, 'clockOffset'> & { readonly [column: string]: unknown }
    >({
      name: 'portal_link',
      text: `SELECT ${selectColumns(tx.entities, PortalLink, 'l')}, c.clock_offset AS "clockOffset"
        FROM portal_links l JOIN tenants c ON c.id = l.company_id WHERE l.token_hash = $1`,
      values: [tokenHash],
    });
    return row;
  }

  async insertSession(tx: Tx, session: PortalSession): Promise<void> {
    await insertUnnumbered(tx, PortalSession, session);
  }

  /** Uses a link. One conditional UPDATE: of several requests, one succeeds. @returns undefined if it was used or has expired */
  async redeem(tx: Tx, tokenHash: Buffer, now: Date): Promise<RedeemedLink | undefined> {
    const [row] = await tx.query<RedeemedLink & { readonly [column: string]: unknown }>({
      name: 'portal_link_redeem',
      text: `UPDATE portal_links l SET redeemed_at = $2 FROM members m JOIN accounts a ON a.id = m.account_id JOIN tenants c ON c.id = m.company_id
        WHERE l.token_hash = $1 AND l.redeemed_at IS NULL AND l.revoked_at IS NULL
          AND l.expires_at > ${companyTimeSql('$2::timestamptz')} AND m.id = l.member_id AND m.status = 'Active'
        RETURNING l.id, l.access, l.company_id AS "companyId", l.member_id AS "memberId", a.email, l.confirmed_at AS "confirmedAt"`,
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
      text: `UPDATE portal_links l SET revoked_at = $3 FROM members m
        WHERE m.id = l.member_id AND (m.account_id = $1 OR m.id = $2) AND l.redeemed_at IS NULL AND l.revoked_at IS NULL`,
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
      text: `SELECT c.id AS "companyId", c.name AS "companyName", c.kind AS "companyKind", c.plan, c.time_zone AS "timeZone", c.clock_offset AS "clockOffset", c.cell, c.deletes_at AS "deletesAt", m.id AS "memberId", a.id AS "accountId",
          a.email, m.permissions, s.access, s.confirmed_at AS "confirmedAt", s.expires_at AS "expiresAt"
        FROM portal_sessions s JOIN tenants c ON c.id = s.company_id JOIN members m ON m.id = s.member_id
          JOIN accounts a ON a.id = m.account_id
        WHERE s.id_hash = $1 AND s.expires_at > $2 AND m.status = 'Active'`,
      values: [idHash, now],
    });
    return row;
  }
}

import { Database } from '@billhook/db/database';
import { insertUnnumbered } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import type { CompanyKind, Plan } from '@billhook/domain/identity/company';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Injectable } from '@nestjs/common';
import { Session } from './session.entity.js';

/** A live session with the current permissions of its member. */
export interface LiveSession {
  readonly id: number;
  readonly accountId: number;
  readonly memberId: number;
  readonly email: string;
  readonly permissions: readonly Permission[];
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
  readonly lastSeenAt: Date;
  /** The member's last request in any browser; null before the first request. */
  readonly memberSeenAt: Date | null;
  readonly confirmedAt: Date;
  readonly expiresAt: Date;
}

/** A session as its member sees it. */
export type ListedSession = Omit<Session, 'idHash' | 'memberId' | 'confirmedAt'> & {
  readonly companyId: number;
  readonly companyName: string;
};

/** A session that was ended. */
export interface EndedSession {
  readonly id: number;
  readonly companyId: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** An account in all of its companies, or a member of one. */
export type SessionOwner = { readonly accountId: number } | { readonly memberId: number };

export interface WhichSessions {
  readonly only?: number;
  readonly except?: number;
}

/** When a session expires. */
export interface SessionLimits {
  readonly now: Date;
  readonly idleSince: Date;
}

@Injectable()
export class SessionsRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: Tx, session: Omit<Session, 'id'>): Promise<void> {
    await insertUnnumbered(tx, Session, session);
  }

  /** One query: session, account, member and company. A deactivated member has no session. */
  async findLive(idHash: Buffer, { now, idleSince }: SessionLimits): Promise<LiveSession | undefined> {
    const [row] = await this.db.lookUp<LiveSession>({
      name: 'session_live',
      text: `SELECT s.id, a.id AS "accountId", m.id AS "memberId", a.email, m.permissions, c.id AS "companyId", c.name AS "companyName", c.kind AS "companyKind", c.plan,
          c.time_zone AS "timeZone", c.clock_offset AS "clockOffset", c.cell, c.deletes_at AS "deletesAt", s.last_seen_at AS "lastSeenAt", m.last_seen_at AS "memberSeenAt", s.confirmed_at AS "confirmedAt", s.expires_at AS "expiresAt"
        FROM sessions s JOIN members m ON m.id = s.member_id JOIN accounts a ON a.id = m.account_id JOIN tenants c ON c.id = m.company_id
        WHERE s.id_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3 AND m.status = 'Active'`,
      values: [idHash, now, idleSince],
    });
    return row;
  }

  /** Whether the account of a live session has an active membership of the company. */
  async worksFor(idHash: Buffer, companyId: number, { now, idleSince }: SessionLimits): Promise<boolean> {
    const rows = await this.db.lookUp({
      name: 'session_works_for',
      text: `SELECT m.id FROM sessions s JOIN members signed ON signed.id = s.member_id AND signed.status = 'Active'
        JOIN members m ON m.account_id = signed.account_id AND m.status = 'Active'
        WHERE s.id_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3 AND m.company_id = $4`,
      values: [idHash, now, idleSince, companyId],
    });
    return rows.length > 0;
  }

  /** The live sessions of an account in all companies, the last used first. */
  listLive(accountId: number, { now, idleSince }: SessionLimits): Promise<ListedSession[]> {
    return this.db.query<ListedSession>({
      name: 'sessions_of_account',
      text: `SELECT s.id, c.id AS "companyId", c.name AS "companyName", s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt",
          s.expires_at AS "expiresAt", s.ip, s.user_agent AS "userAgent"
        FROM sessions s JOIN members m ON m.id = s.member_id JOIN tenants c ON c.id = m.company_id
        WHERE m.account_id = $1 AND s.expires_at > $2 AND s.last_seen_at > $3 AND m.status = 'Active'
        ORDER BY s.last_seen_at DESC, s.id DESC`,
      values: [accountId, now, idleSince],
    });
  }

  async touch(idHash: Buffer, now: Date): Promise<void> {
    await this.db.autocommit.query({
      name: 'session_touch',
      text: 'UPDATE sessions SET last_seen_at = greatest(last_seen_at, $2) WHERE id_hash = $1',
      values: [idHash, now],
    });
  }

  async confirm(tx: Tx, idHash: Buffer, now: Date): Promise<void> {
    await tx.query({
      name: 'session_confirm',
      text: 'UPDATE sessions SET confirmed_at = $2 WHERE id_hash = $1',
      values: [idHash, now],
    });
  }

  /** @returns whether this call ended it: of two concurrent ones, one does */
  async delete(tx: Tx, idHash: Buffer): Promise<boolean> {
    const text = 'DELETE FROM sessions WHERE id_hash = $1 RETURNING id';
    return (await tx.query({ name: 'session_delete', text, values: [idHash] })).length > 0;
  }

  /** How many live sessions a member has. */
  async countLive(memberId: number, { now, idleSince }: SessionLimits): Promise<number> {
    const [row] = await this.db.query<{ count: number }>({
      name: 'sessions_of_member',
      text: 'SELECT count(*)::int AS count FROM sessions WHERE member_id = $1 AND expires_at > $2 AND last_seen_at > $3',
      values: [memberId, now, idleSince],
    });
    return row?.count ?? 0;
  }

  /**
   * Deletes sessions. @returns those that were live
   * @param which one of them, or all except one
   */
  end(tx: Tx, owner: SessionOwner, which: WhichSessions, { now, idleSince }: SessionLimits): Promise<EndedSession[]> {
    return tx.query<EndedSession>({
      name: 'sessions_end',
      text: `WITH ended AS (
          DELETE FROM sessions s USING members m WHERE m.id = s.member_id AND (m.account_id = $1 OR m.id = $2)
            AND s.id = coalesce($3, s.id) AND s.id IS DISTINCT FROM $4
          RETURNING s.id, m.company_id AS "companyId", s.ip, s.user_agent AS "userAgent", s.expires_at > $5 AND s.last_seen_at > $6 AS live)
        SELECT id, "companyId", ip, "userAgent" FROM ended WHERE live ORDER BY "companyId", id`,
      values: [...ownerIds(owner), which.only ?? null, which.except ?? null, now, idleSince],
    });
  }
}

/** For `account_id = $1 OR id = $2`. */
export const ownerIds = (owner: SessionOwner): [accountId: number | null, memberId: number | null] =>
  'accountId' in owner ? [owner.accountId, null] : [null, owner.memberId];

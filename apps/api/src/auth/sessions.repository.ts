import { Database } from '@billhook/db/database';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Plan } from '@billhook/domain/company';
import type { Permission } from '@billhook/domain/permissions';
import { Injectable } from '@nestjs/common';
import { Session } from './session.entity.js';

/** A live session with what its member may do now. */
export interface LiveSession {
  readonly id: number;
  readonly accountId: number;
  readonly memberId: number;
  readonly email: string;
  readonly permissions: readonly Permission[];
  readonly companyId: number;
  readonly companyName: string;
  readonly plan: Plan;
  readonly timeZone: string;
  readonly lastSeenAt: Date;
  readonly confirmedAt: Date;
  readonly expiresAt: Date;
}

@Injectable()
export class SessionsRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: Tx, session: Omit<Session, 'id'>): Promise<void> {
    await tx.manager.insert(Session, session);
  }

  /** One query: session, account, member and company. A deactivated member has no session. */
  async findLive(idHash: Buffer, now: Date, idleSince: Date): Promise<LiveSession | undefined> {
    const [row] = await this.db.lookUp<LiveSession>({
      name: 'session_live',
      text: `SELECT s.id, a.id AS "accountId", m.id AS "memberId", a.email, m.permissions, c.id AS "companyId", c.name AS "companyName", c.plan,
          c.time_zone AS "timeZone", s.last_seen_at AS "lastSeenAt", s.confirmed_at AS "confirmedAt", s.expires_at AS "expiresAt"
        FROM sessions s JOIN members m ON m.id = s.member_id JOIN accounts a ON a.id = m.account_id JOIN companies c ON c.id = m.company_id
        WHERE s.id_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3 AND m.status = 'Active'`,
      values: [idHash, now, idleSince],
    });
    return row;
  }

  async touch(idHash: Buffer, now: Date): Promise<void> {
    await this.db.query({
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

  async delete(tx: Tx, idHash: Buffer): Promise<void> {
    await tx.query({ name: 'session_delete', text: 'DELETE FROM sessions WHERE id_hash = $1', values: [idHash] });
  }
}

import { Database } from '@billhook/db/database';
import { changeRow, insertRow, selectColumns } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { MemberKind, MemberStatus } from '@billhook/domain/identity/member';
import type { Permission } from '@billhook/domain/identity/permissions';
import { emailSpellings } from '@billhook/domain/shared/email-address';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Invitation } from './invitation.entity.js';

/** An invitation with its company and its sender as they are now. */
export type InvitationRow = Invitation & {
  readonly companyName: string;
  readonly companyHasMembers: boolean;
  /** All null when the operator sent it. */
  readonly inviterName: string | null;
  readonly inviterKind: MemberKind | null;
  readonly inviterStatus: MemberStatus | null;
  readonly inviterPermissions: readonly Permission[] | null;
};

const FROM = 'FROM invitations i JOIN tenants c ON c.id = i.company_id LEFT JOIN members m ON m.id = i.invited_by';

@Injectable()
export class InvitationsRepository {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = `${selectColumns(source, Invitation, 'i')}, c.name AS "companyName",
      EXISTS (SELECT FROM members x WHERE x.company_id = i.company_id) AS "companyHasMembers", m.name AS "inviterName",
      m.kind AS "inviterKind", m.status AS "inviterStatus", m.permissions AS "inviterPermissions"`;
  }

  /** The invitations that are neither accepted nor withdrawn, last sent first. */
  pending(companyId: number): Promise<InvitationRow[]> {
    return this.db.query<InvitationRow>({
      name: 'invitation_pending',
      text: `SELECT ${this.columns} ${FROM} WHERE i.company_id = $1 AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL
        ORDER BY i.sent_at DESC, i.id DESC`,
      values: [companyId],
    });
  }

  /** The invitation that is neither accepted nor withdrawn, expired or not. */
  async pendingTo(tx: Tx, companyId: number, email: string): Promise<InvitationRow | undefined> {
    const [row] = await tx.query<InvitationRow>({
      name: 'invitation_pending_to',
      text: `SELECT ${this.columns} ${FROM} WHERE i.company_id = $1 AND lower(i.email) IN (lower($2), lower($3))
        AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL`,
      values: [companyId, ...emailSpellings(email)],
    });
    return row;
  }

  /** @throws Problem not_found, also for another company's invitation */
  async find(runner: ReadRunner, companyId: number, id: number): Promise<InvitationRow> {
    const [row] = await runner.query<InvitationRow>({
      name: 'invitation_get',
      text: `SELECT ${this.columns} ${FROM} WHERE i.company_id = $1 AND i.id = $2`,
      values: [companyId, id],
    });
    if (!row) throw new Problem('not_found', 'There is no such invitation.');
    return row;
  }

  async findByToken(tokenHash: Buffer, runner: ReadRunner = this.db): Promise<InvitationRow | undefined> {
    const [row] = await runner.query<InvitationRow>({
      name: 'invitation_by_token',
      text: `SELECT ${this.columns} ${FROM} WHERE i.token_hash = $1 AND c.creating_since IS NULL`,
      values: [tokenHash],
    });
    return row;
  }

  async insert(tx: Tx, invitation: Omit<Invitation, 'id'>): Promise<number> {
    return insertRow(tx, Invitation, invitation);
  }

  async update(tx: Tx, id: number, changes: Partial<Omit<Invitation, 'id' | 'companyId'>>): Promise<void> {
    await changeRow(tx, Invitation, id, changes);
  }
}

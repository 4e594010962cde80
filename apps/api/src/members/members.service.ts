import { Database } from '@billhook/db/database';
import { selectColumns } from '@billhook/db/row';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Member } from './member.entity.js';

@Injectable()
export class MembersService {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = selectColumns(source, Member, 'm');
  }

  list(companyId: number): Promise<Member[]> {
    return this.db.query<Member>({
      name: 'member_list',
      text: `SELECT ${this.columns} FROM members m WHERE m.company_id = $1 ORDER BY m.id`,
      values: [companyId],
    });
  }

  async get(id: number): Promise<Member> {
    const [member] = await this.db.query<Member>({
      name: 'member_get',
      text: `SELECT ${this.columns} FROM members m WHERE m.id = $1`,
      values: [id],
    });
    if (!member) throw new Error(`member ${id} is gone`);
    return member;
  }

  /** By the address one signs in with; upper and lower case are the same. */
  async findByEmail(email: string): Promise<Member | undefined> {
    const [member] = await this.db.query<Member>({
      name: 'member_by_email',
      text: `SELECT ${this.columns} FROM members m WHERE lower(m.email) = lower($1)`,
      values: [email],
    });
    return member;
  }
}

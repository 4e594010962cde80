import { Database } from '@billhook/db/database';
import { Conditions } from '@billhook/db/lists/conditions';
import { type Kept, listNewestFirst, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { selectColumns } from '@billhook/db/row';
import { MAIL_RESOURCES, type MailResource, type MailStatus } from '@billhook/domain/invoicing/mail';
import { Problem } from '@billhook/domain/shared/problems';
import { RESOURCES } from '@billhook/domain/shared/resources';
import { Mail, type DocumentMail } from '@billhook/mail/mail.entity';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface MailFilter {
  readonly resource?: MailResource;
  readonly recordId?: number;
  readonly status?: MailStatus;
}

/** The records whose emails the caller may read. */
export interface MailReader {
  readonly companyId: number;
  readonly resources: readonly MailResource[];
}

/** An email with the number of its record, which the email row does not store. */
export type NumberedMail = DocumentMail & { readonly number: string | null };

const number = MAIL_RESOURCES.map(
  (resource) =>
    `WHEN '${resource}' THEN (SELECT r.number FROM ${RESOURCES[resource].table} r WHERE r.company_id = m.company_id AND r.id = m.record_id)`,
).join(' ');

@Injectable()
export class MailsRepository {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = `${selectColumns(source, Mail, 'm')}, CASE m.resource ${number} END AS "number"`;
  }

  list({ companyId, resources }: MailReader, filter: MailFilter, window: Window): Promise<PageOf<Kept<NumberedMail>>> {
    const conditions = new Conditions()
      .add('company', 'm.company_id = ?', companyId)
      .add('seen', 'm.resource = ANY (?)', resources)
      .add('resource', 'm.resource = ?', filter.resource)
      .add('record', 'm.record_id = ?', filter.recordId)
      .add('status', 'm.status = ?', filter.status);
    const select = `SELECT ${this.columns} FROM mails m`;
    return listNewestFirst(this.db, { name: 'mail', select, id: 'm.id', idOf: (mail) => mail.id, conditions }, window);
  }

  /** How many emails of a time failed for good, counted up to `most`. */
  async countFailed({ companyId, resources }: MailReader, since: Date, most: number): Promise<number> {
    const [row] = await this.db.query<{ count: number }>({
      name: 'mail_count_failed',
      text: `SELECT count(*)::int AS count FROM (SELECT FROM mails m
        WHERE m.company_id = $1 AND m.status = 'Failed' AND m.created_at >= $2 AND m.resource = ANY ($3) LIMIT $4) t`,
      values: [companyId, since, resources, most],
    });
    return row?.count ?? 0;
  }

  /** @throws Problem not_found, also for an email that the reader may not see */
  async find({ companyId, resources }: MailReader, id: number): Promise<NumberedMail> {
    const [mail] = await this.db.lookUp<NumberedMail>({
      name: 'mail_get',
      text: `SELECT ${this.columns} FROM mails m WHERE m.company_id = $1 AND m.id = $2 AND m.resource = ANY ($3)`,
      values: [companyId, id, resources],
    });
    if (!mail) throw new Problem('not_found', 'There is no such email.');
    return mail;
  }
}

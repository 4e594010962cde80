import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { selectColumns } from '@billhook/db/row';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { ManualClock } from '@billhook/platform/clock';
import { createLogger } from '@billhook/platform/logger';
import { MailServer } from '@billhook/testing/mail-server';
import { createTestDatabase } from '@billhook/testing/test-database';
import { withCards } from '@billhook/testing/with-cards';
import type { DataSource } from 'typeorm';
import { MailOutbox, type NewMail } from '../src/mail-outbox.js';
import type { MailResult } from '../src/mail-result.rules.js';
import { MailSender, type MailSenderParts } from '../src/mail-sender.js';
import { Mail, type DocumentMail } from '../src/mail.entity.js';

/** Collects log entries. */
export class Log {
  text = '';

  write(line: string): void {
    this.text += line;
  }
}

/** A database with a company, a mail server, and senders as workers run them. */
export class MailWorld {
  readonly clock = new ManualClock('2026-11-21T09:30:00.000Z');
  readonly secrets = new AppSecrets(['an application secret for the tests only']);
  readonly log = new Log();
  /** The results that the senders reported, oldest first. */
  readonly results: { readonly mail: DocumentMail; readonly result: MailResult }[] = [];
  readonly pdf = Buffer.from('%PDF-1.7');
  companyId = 0;
  #senders: MailSender[] = [];

  private constructor(
    private readonly source: DataSource,
    readonly db: Database,
    readonly uow: UnitOfWork,
    private readonly dropDatabase: () => Promise<void>,
    public server: MailServer,
  ) {}

  static async create(): Promise<MailWorld> {
    const { url, drop } = await createTestDatabase();
    const source = await createDataSource({ url, poolSize: 12 }, [Mail]).initialize();
    const server = await new MailServer().start();
    const world = new MailWorld(source, new Database(source), new UnitOfWork(source), drop, server);
    world.companyId = await world.createCompany();
    return world;
  }

  async close(): Promise<void> {
    await this.reset();
    await this.server.stop();
    await this.db.close();
    await this.source.destroy();
    await this.dropDatabase();
  }

  /** Between two tests: no sender, no email, and a server that accepts everything. */
  async reset(): Promise<void> {
    for (const sender of this.#senders) {
      sender.beginStop(0);
      await sender.stop();
    }
    this.#senders = [];
    this.results.length = 0;
    this.log.text = '';
    await this.source.query('DELETE FROM mails');
    await this.server.stop();
    this.server = await new MailServer().start();
  }

  sender(parts: Partial<MailSenderParts> = {}): MailSender {
    const sender = new MailSender({
      uow: this.uow,
      clock: this.clock,
      logger: createLogger('test', { LOG_LEVEL: 'trace', LOG_FORMAT: 'json' }, this.log),
      secrets: this.secrets,
      url: this.server.url,
      from: { name: 'Billhook', address: 'billing@bills.example' },
      attachmentOf: async () => this.pdf,
      bodiesOf: async ({ text, html }) => ({ text, html }),
      onResult: async (_: Tx, mail: DocumentMail, result: MailResult) => void this.results.push({ mail, result }),
      ...parts,
    });
    this.#senders.push(sender);
    return sender;
  }

  /** Adds an email to the outbox in a transaction, as a service does. */
  enqueue(change: Partial<NewMail> = {}, sendsMail = true): Promise<DocumentMail> {
    const mail: NewMail = {
      companyId: this.companyId,
      resource: 'invoice',
      recordId: 7,
      recipients: ['a@example.com'],
      replyTo: 'office@nordlicht.example',
      fromName: 'Nordlicht',
      subject: 'Invoice INV-1 from Nordlicht',
      text: 'Hello',
      html: '<p>Hello</p>',
      locale: 'en',
      attachmentName: 'INV-1.pdf',
      createdBy: 'key bhk_3kTn9Qa1',
      ...change,
    };
    return this.uow.run((tx) => new MailOutbox(sendsMail, this.clock).enqueue(tx, mail));
  }

  async read(id: number): Promise<Mail> {
    const columns = selectColumns(this.source, Mail, 'm');
    const [mail] = await this.source.query<Mail[]>(`SELECT ${columns} FROM mails m WHERE m.id = $1`, [id]);
    if (!mail) throw new Error(`no email ${id}`);
    return mail;
  }

  async createCompany(): Promise<number> {
    const [row] = await this.source.query<{ id: number }[]>(
      withCards(`INSERT INTO companies (name, plan, time_zone, currency, created_at)
        VALUES ('Nordlicht', 'Pro', 'Europe/Berlin', 'EUR', now())`),
    );
    return row?.id ?? 0;
  }
}

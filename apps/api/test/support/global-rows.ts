import { randomUUID } from 'node:crypto';
import type { AuditEntryView } from '@billhook/contract/identity/audit';
import type { ListOf } from '@billhook/contract/shared/page';
import { onEachSide } from '@billhook/db/cell-connections';
import { MailServer } from '@billhook/testing/mail-server';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { withClient } from '@billhook/testing/test-server';
import type { QueryResultRow } from 'pg';
import { auditedLogOf, verifyAuditLog } from '../../src/identity/audit/audit-verify.command.js';
import { SECRET, type Answer, type TestApi } from './api.js';
import { World, type KeyCaller, type SeededMember } from './world.js';

/** Settings with which an API stores emails. No worker of theirs sends them. */
export const WITH_MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'billing@bills.example' };

const TABLES = `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  JOIN pg_attribute a ON attrelid = c.oid AND attname = 'company_id' AND NOT attisdropped
  WHERE nspname IN ('public', 'cell_1') AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'company_deletions' ORDER BY 1`;

/** A company of cell 1, with rows of the global side in tables of both sides. */
export class GlobalRows {
  readonly #idempotencyKey = randomUUID();
  #head = '';

  private constructor(
    private readonly databaseUrl: string,
    private readonly owner: SeededMember,
    private readonly key: KeyCaller,
    private readonly leaked: KeyCaller,
  ) {}

  static async create(api: TestApi): Promise<GlobalRows> {
    const world = new World(api);
    const owner = await world.member(await world.company());
    const [key, leaked] = [await world.key({ member: owner }), await world.key({ member: owner })];
    return new GlobalRows(api.databaseUrl, owner, key, leaked);
  }

  /** Adds an email that is not sent, an entry of the audit log, and a stored response. @returns how many there are on the global side */
  async write(api: TestApi): Promise<object | undefined> {
    const { status, text } = await this.#report(api);
    if (status !== 200) throw new Error(`the report of a leaked key: ${text}`);
    const of = 'WHERE company_id = $1';
    const [row] = await this.#sql<{ head: string; counts: object }>(
      `SELECT (SELECT encode(hash, 'hex') FROM public.audit_heads ${of}) AS head,
        json_build_object('entries', (SELECT count(*) FROM public.audit_log ${of}),
          'mails', (SELECT count(*) FROM public.mails ${of} AND status = 'Pending'),
          'responses', (SELECT count(*) FROM public.idempotency_records ${of})) AS counts`,
    );
    this.#head = row?.head ?? '';
    return row?.counts;
  }

  /** How many of the entries are listed and verified, and whether the request is recognised. */
  async found(api: TestApi) {
    const browser = await new World(api).session(this.owner);
    const path = '/app/audit-log?action=api_key.burned';
    const { body } = await browser.call<ListOf<AuditEntryView>>('GET', path);
    const lines: string[] = [];
    const isVerified = await onEachSide({ connectionString: this.databaseUrl }, (sides) =>
      verifyAuditLog(sides.map(auditedLogOf), ['--expect', this.#head], (line) => void lines.push(line)),
    );
    const { headers } = await this.#report(api);
    return {
      listed: body.data.length,
      faults: [...lines.filter((line) => !line.startsWith('OK ')), ...(isVerified === 0 ? [] : ['not verified'])],
      isReplayed: headers.get('idempotent-replayed') === 'true',
    };
  }

  /** Runs a worker until it has sent the email and deleted the company. @returns the tables that still have rows of it */
  async sendAndDelete(): Promise<string[]> {
    const mails = await new MailServer().start();
    const worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', {
      ...{ NODE_ENV: 'test', DATABASE_URL: this.databaseUrl, APP_SECRETS: SECRET },
      ...{ ...WITH_MAIL, SMTP_URL: mails.url },
    });
    try {
      await eventually('the email', () => mails.received.find(({ to }) => to.includes(this.owner.email)));
      await this.#sql(
        `INSERT INTO public.company_deletions (company_id, status, requested_by, requested_at, deletes_at, deleted_rows)
          VALUES ($1, 'Requested', 'member ada@example.com', now(), now(), 0)`,
      );
      await eventually('the deletion', async () => {
        const [row] = await this.#sql(
          `SELECT FROM public.company_deletions WHERE company_id = $1 AND status = 'Completed'`,
        );
        return row;
      });
    } finally {
      await end(worker, 'SIGKILL');
      await mails.stop();
    }
    const left: string[] = [];
    const { rows: tables } = await withClient(this.databaseUrl, (client) => client.query<{ name: string }>(TABLES));
    for (const { name } of tables)
      if ((await this.#sql(`SELECT FROM ${name} WHERE company_id = $1 LIMIT 1`)).length > 0) left.push(name);
    return left;
  }

  #report(api: TestApi): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.key.secret}`, 'idempotency-key': this.#idempotencyKey };
    return api.call('POST', '/v1/leaked-keys', { headers, body: { key: this.leaked.secret } });
  }

  /** With the id of the company as $1. */
  #sql<T extends QueryResultRow>(text: string): Promise<T[]> {
    const values = [this.owner.companyId];
    return withClient(this.databaseUrl, async (client) => (await client.query<T>(text, values)).rows);
  }
}

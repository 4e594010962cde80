import { and, desc, eq, lt, relations, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import pg from 'pg';

const COLUMNS = {
  bool: boolean,
  date,
  int4: integer,
  int8: (name) => bigint(name, { mode: 'number' }),
  jsonb,
  numeric,
  text,
  timestamptz: (name) => timestamp(name, { withTimezone: true, precision: 3 }),
};

/** Other types are passed on as the driver has them. */
const other = (type) => customType({ dataType: () => type });

function table(name, columns) {
  const column = ({ name, type, isNullable, isGenerated, isKey }) => {
    const built = (COLUMNS[type] ?? other(type))(name);
    if (isGenerated) built.generatedByDefaultAsIdentity?.();
    if (isKey) built.primaryKey();
    return isNullable ? built : built.notNull();
  };
  return pgTable(name, Object.fromEntries(columns.map((each) => [each.property, column(each)])));
}

/** The records in tables of Drizzle, in the way of its documentation, with prepared reads as it advises. */
export class DrizzleStore {
  static async open(url, columns) {
    const tables = Object.fromEntries(Object.entries(columns).map(([name, each]) => [name, table(name, each)]));
    const { api_keys: keys, members, companies, clients, invoices, invoice_lines: lines } = tables;
    const schema = {
      ...tables,
      keyRelations: relations(keys, ({ one }) => ({
        member: one(members, { fields: [keys.memberId], references: [members.id] }),
        company: one(companies, { fields: [keys.companyId], references: [companies.id] }),
      })),
      invoiceRelations: relations(invoices, ({ many }) => ({ lines: many(lines) })),
      lineRelations: relations(lines, ({ one }) => ({
        invoice: one(invoices, { fields: [lines.invoiceId], references: [invoices.id] }),
      })),
    };
    const db = drizzle(new pg.Pool({ connectionString: url, max: 10 }), { schema });
    const given = (name) => sql.placeholder(name);
    const ofCompany = ({ companyId, id }) => and(eq(companyId, given('company')), eq(id, given('id')));
    const reads = {
      key: db.query.api_keys
        .findFirst({ where: eq(keys.hash, given('hash')), with: { member: true, company: true } })
        .prepare('key'),
      client: db.query.clients.findFirst({ where: ofCompany(clients) }).prepare('client'),
      invoice: db.query.invoices.findFirst({ where: ofCompany(invoices), with: { lines: true } }).prepare('invoice'),
      invoices: db.query.invoices
        .findMany({
          where: and(
            eq(invoices.companyId, given('company')),
            eq(invoices.status, given('status')),
            lt(invoices.id, given('before')),
          ),
          with: { lines: true },
          orderBy: desc(invoices.id),
          limit: given('count'),
        })
        .prepare('invoices'),
    };
    return Object.assign(new DrizzleStore(), { db, tables, reads });
  }

  findKey(hash) {
    return this.reads.key.execute({ hash });
  }

  findClient(company, id) {
    return this.reads.client.execute({ company, id });
  }

  findInvoice(company, id) {
    return this.reads.invoice.execute({ company, id });
  }

  listInvoices(company, status, before, count) {
    return this.reads.invoices.execute({ company, status, before, count });
  }

  /** Inserts a record with what belongs to it in one transaction. @param rest returns the other rows, once the record has its id */
  create(name, { lines, ...record }, rest) {
    return this.db.transaction(async (tx) => {
      const [saved] = await tx.insert(this.tables[name]).values(record).returning();
      if (lines) {
        const rows = lines.map((line) => ({ ...line, invoiceId: saved.id }));
        saved.lines = await tx.insert(this.tables.invoice_lines).values(rows).returning();
      }
      for (const [table, row] of Object.entries(rest(saved))) await tx.insert(this.tables[table]).values(row);
      return saved;
    });
  }
}

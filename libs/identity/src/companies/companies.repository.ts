import { Database } from '@billhook/db/database';
import { insertOf, selectColumns, updateRow } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { NO_COMPANY_DEFAULTS, type CompanyDefaults } from '@billhook/domain/invoicing/document-defaults';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Company } from './company.entity.js';
import { updateTenants, updateTenantsAfter } from './tenants.repository.js';

/** `FOR UPDATE` to change the company; `FOR KEY SHARE` to keep it unchanged together with other readers. */
export type CompanyLock = '' | 'FOR UPDATE' | 'FOR NO KEY UPDATE' | 'FOR KEY SHARE';

const LOCK_NAMES: Readonly<Record<CompanyLock, string>> = {
  '': 'read',
  'FOR UPDATE': 'lock',
  'FOR NO KEY UPDATE': 'hold',
  'FOR KEY SHARE': 'keep',
};

@Injectable()
export class CompaniesRepository {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = selectColumns(source, Company, 'c');
  }

  async find(id: number, runner: ReadRunner = this.db, lock: CompanyLock = ''): Promise<Company | undefined> {
    const [company] = await runner.query<Company>({
      name: `company_get_${LOCK_NAMES[lock]}`,
      text: `SELECT ${this.columns} FROM companies c WHERE c.id = $1 ${lock}`,
      values: [id],
    });
    return company;
  }

  /** The company of a caller, which always exists. @throws Error when it does not */
  async get(id: number, runner: ReadRunner = this.db, lock: CompanyLock = ''): Promise<Company> {
    const company = await this.find(id, runner, lock);
    if (!company) throw new Error(`company ${id} no longer exists`);
    return company;
  }

  /** Whether the installation has a company. */
  async exists(): Promise<boolean> {
    const [row] = await this.db.query<{ used: boolean }>({
      name: 'company_exists',
      text: 'SELECT EXISTS (SELECT FROM tenants WHERE creating_since IS NULL) AS used',
    });
    return row?.used === true;
  }

  /** Whether the installation has a company, or one that is being created. */
  async isBegun(tx: Tx): Promise<boolean> {
    const [row] = await tx.query<{ used: boolean }>({
      name: 'company_begun',
      text: 'SELECT EXISTS (SELECT FROM tenants) AS used',
    });
    return row?.used === true;
  }

  /** Waits for others that create the first company, and keeps them waiting until the transaction ends. */
  async lockFirst(tx: Tx): Promise<void> {
    await tx.query({
      name: 'company_lock_first',
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: ['first company'],
    });
  }

  /** Changes the company, and its card after the commit. The caller holds its lock. */
  update(tx: Tx, company: Company): Promise<void> {
    updateTenantsAfter(tx, this.db, company.id);
    return updateRow(tx, Company, company);
  }

  /** Updates the card of a company whose process was killed after the commit. Not for a transaction. */
  async updateTenant(id: number): Promise<void> {
    await updateTenants(this.db.autocommit, id);
  }

  /** Sets how far the time of a sandbox is ahead. Time never goes back: a smaller value changes nothing. */
  async setClockOffset(tx: Tx, id: number, milliseconds: number): Promise<void> {
    updateTenantsAfter(tx, this.db, id);
    await tx.query({
      name: 'company_clock_offset',
      text: 'UPDATE companies SET clock_offset = greatest(clock_offset, $2) WHERE id = $1',
      values: [id, milliseconds],
    });
  }
}

type Optional =
  | 'kind'
  | 'sandboxOf'
  | 'replyTo'
  | 'logo'
  | 'accentColor'
  | 'paymentLink'
  | 'clientPages'
  | keyof CompanyDefaults;

/** A company to insert, for production unless it says otherwise. Without a default, its documents begin with none. */
export type NewCompany = Omit<Company, 'id' | 'clockOffset' | 'lockedUntil' | 'deletesAt' | Optional> &
  Partial<Pick<Company, Optional>>;

/** Inserts only the row, of which there is a card: `insertCompany` adds its number series and tax rates. */
export function insertCompanyRow(tx: Tx, id: number, company: NewCompany): void {
  const row: Company = {
    ...NO_COMPANY_DEFAULTS,
    ...{ kind: 'Production', sandboxOf: null, replyTo: null, logo: null, accentColor: null, paymentLink: null },
    clientPages: false,
    ...company,
    ...{ id, clockOffset: 0, lockedUntil: null, deletesAt: null },
  };
  tx.send(insertOf(tx.entities, Company, [row]));
}

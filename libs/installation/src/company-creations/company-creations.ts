import { FIRST_CELL } from '@billhook/db/cell-rows';
import { deleteRows, ownRows } from '@billhook/db/company-rows';
import { currentCell } from '@billhook/db/current-cell';
import type { Database } from '@billhook/db/database';
import { isLostDatabase } from '@billhook/db/lost-database';
import { takeIds } from '@billhook/db/row';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { Plan } from '@billhook/domain/identity/company';
import { systemActor } from '@billhook/identity/audit/actor';
import type { AuditLog } from '@billhook/identity/audit/audit-log';
import type { NewCompany } from '@billhook/identity/companies/companies.repository';
import { Company } from '@billhook/identity/companies/company.entity';
import {
  creationOutcome,
  endCreation,
  insertCreating,
  lockCreating,
  lockCreation,
  unendedCreations,
} from '@billhook/identity/companies/creating-companies.sql';
import { deleteTenant, emptiestCells, inCellOf } from '@billhook/identity/companies/tenants.repository';
import { AUDIT_COMPANY_ROWS } from '@billhook/identity/company-rows.sql';
import { deleteMembers } from '@billhook/identity/members/member-deletion';
import { insertCompany } from '@billhook/invoicing/companies/insert-company';
import { inTurn } from '@billhook/platform/in-turn';

/** A company that is being created. */
export interface CreatedCompany<Global> {
  readonly id: number;
  readonly company: NewCompany;
  /** What the step `global` has returned. */
  readonly global: Global;
}

interface BegunCompany<Global> extends CreatedCompany<Global> {
  /** When its card was inserted, by the clock of the database. */
  readonly since: Date;
}

/** The steps of a creation, each in the transaction of its side. A transaction may be repeated. */
export interface CreationSteps<Global> {
  /** The company in whose cell it goes: that of a sandbox, whose row refers to it. By default, it goes where the fewest companies are. */
  readonly beside?: number | undefined;
  /** Checks whether the company may be created, and describes it. Before its card. */
  readonly describe: (tx: Tx) => NewCompany | Promise<NewCompany>;
  /** Writes what belongs to the card, such as members. Deleted with the card if the company is not created. */
  readonly global: (tx: Tx, id: number) => Promise<Global>;
  /** Writes what the company begins with, in its cell. An error creates no company. */
  readonly fill?: (tx: Tx, created: CreatedCompany<Global>) => Promise<void>;
  /** Writes what is true once the company exists, on the global side. The job does without it. */
  readonly conclude?: (tx: Tx, created: CreatedCompany<Global>) => Promise<void>;
}

/** What can refer to the card of a company that has never existed, apart from members and the audit log. */
const GLOBAL_ROWS = [ownRows('mails'), ownRows('invitations')];

/**
 * Creates companies: the card on the global side, then the company in its cell, then the end of the creation. Until then, nothing shows it. A job
 * ends what a killed process has left: a company that exists is created, and of another one nothing remains.
 */
export class CompanyCreations {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly db: Database,
    private readonly audit: AuditLog,
  ) {}

  /** @returns the company, which exists. It needs several commits, so no transaction may be around it */
  async create<Global>(steps: CreationSteps<Global>): Promise<CreatedCompany<Global>> {
    this.uow.requireOutside();
    const { db } = this;
    const createHere = async () => this.createIn(await this.takeId(), steps);
    if (steps.beside !== undefined) return inCellOf(db, steps.beside, createHere);
    for (;;) {
      const { cell, id } = await this.chooseCell();
      try {
        return await db.cells.within(cell, () => this.createIn(id, steps));
      } catch (error) {
        // A cell with a card is not removed, so nothing of the company exists.
        if (!(await this.isRemoved(cell))) throw error;
      }
    }
  }

  /** The emptiest open cell that responds. The cells may be others than those that this process knows. */
  private async chooseCell(): Promise<{ readonly cell: number; readonly id: number }> {
    const { cells } = this.db;
    await cells.read();
    const { open } = cells;
    let lost: unknown = new Error('no cell is open for new companies');
    for (const cell of open.length > 1 ? await emptiestCells(this.db, open) : open)
      try {
        return { cell, id: await cells.within(cell, () => this.takeId()) };
      } catch (error) {
        if (!isLostDatabase(error) && !(await this.isRemoved(cell))) throw error;
        lost = error;
      }
    throw lost;
  }

  private async isRemoved(cell: number): Promise<boolean> {
    const { cells } = this.db;
    await cells.read();
    return !cells.numbers.includes(cell);
  }

  /** Of the cell, and never taken again. */
  private async takeId(): Promise<number> {
    const [id = 0] = await this.uow.run((tx) => takeIds(tx, [Company]));
    return id;
  }

  private async createIn<Global>(id: number, steps: CreationSteps<Global>): Promise<CreatedCompany<Global>> {
    const { uow } = this;
    const cell = currentCell() ?? FIRST_CELL;
    const begun = await uow.run((tx) => begin(tx, id, cell, steps), 'global');
    const plan = await this.insert(begun, steps);
    await uow.run(async (tx) => {
      if (await endCreation(tx, id, plan)) await steps.conclude?.(tx, begun);
    });
    return begun;
  }

  /** Ends the creations that killed processes have left. @param stop ends it after the running one */
  async decideAll(stop: AbortSignal): Promise<void> {
    await inTurn(await unendedCreations(this.db), async ({ id, cell }) => {
      if (!stop.aborted) await this.db.cells.within(cell, () => this.decide(id));
    });
  }

  /** The step of the cell. @returns the plan of the company */
  private async insert<Global>(begun: BegunCompany<Global>, { fill }: CreationSteps<Global>): Promise<Plan> {
    const { id, company, since } = begun;
    try {
      // Around: the step may write by services with units of work.
      return await this.uow.around(async (tx) => {
        await lockCreation(tx, id, since);
        const plan = await insertCompany(tx, id, company);
        await fill?.(tx, begun);
        return plan;
      });
    } catch (error) {
      // What fails here as well is left to the job.
      await this.decide(id).catch(() => undefined);
      throw error;
    }
  }

  /** By whether the company exists. No process inserts it from now on. */
  private async decide(id: number): Promise<void> {
    const outcome = await this.uow.run((tx) => creationOutcome(tx, id));
    if (outcome.is === 'Running') return;
    await this.uow.run(async (tx) => {
      if (outcome.is === 'Missing') return deleteCreating(tx, id);
      const card = await endCreation(tx, id, outcome.plan);
      if (!card || card.sandboxOf === null) return;
      await this.audit.record(tx, systemActor(card.sandboxOf), 'sandbox.created', card.name, { sandboxId: id });
    });
  }
}

/** The step of the global side. */
async function begin<Global>(
  tx: Tx,
  id: number,
  cell: number,
  { describe, global }: CreationSteps<Global>,
): Promise<BegunCompany<Global>> {
  const company = await describe(tx);
  const since = await insertCreating(tx, id, cell, company);
  return global(tx, id).then((value) => ({ id, company, since, global: value }));
}

/** Deletes the card of a company that has never existed, with what belongs to it. */
async function deleteCreating(tx: Tx, id: number): Promise<void> {
  if (!(await lockCreating(tx, id))) return;
  // The request of its company to delete all of its sandboxes.
  await tx.query({
    name: 'creating_deletion_delete',
    text: 'DELETE FROM company_deletions WHERE company_id = $1',
    values: [id],
  });
  // Without the mark, triggers keep the audit log.
  await tx.query({
    name: 'creating_mark',
    text: 'INSERT INTO deleting_companies (company_id) VALUES ($1) ON CONFLICT DO NOTHING',
    values: [id],
  });
  for (const rows of GLOBAL_ROWS) while ((await deleteRows(tx, rows, id)) > 0);
  while ((await deleteMembers(tx, id)) > 0);
  for (const rows of AUDIT_COMPANY_ROWS) while ((await deleteRows(tx, rows, id)) > 0);
  await tx.query({
    name: 'creating_unmark',
    text: 'DELETE FROM deleting_companies WHERE company_id = $1',
    values: [id],
  });
  await deleteTenant(tx, id);
}

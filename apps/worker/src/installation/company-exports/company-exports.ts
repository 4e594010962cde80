import { countRows, type CompanyRows } from '@billhook/db/company-rows';
import { inCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import { sideOf } from '@billhook/db/statement-side';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { hasStalled, NO_STALL, stallAfter } from '@billhook/domain/identity/company-export';
import { DAY_MS } from '@billhook/domain/shared/durations';
import type { CompanyExport } from '@billhook/installation/company-exports/company-export.entity';
import type { CompanyExportsRepository } from '@billhook/installation/company-exports/company-exports.repository';
import { addFiles, addPart, sealOf } from '@billhook/installation/company-exports/export-files.repository';
import type { Clock } from '@billhook/platform/clock';
import { MANIFEST } from './closing-sections.js';
import { NOTHING_PREPARED, type ExportSection, type SectionPage } from './export-section.js';

interface CompanyExportsParts {
  readonly db: Database;
  readonly uow: UnitOfWork;
  readonly clock: Clock;
  readonly exports: CompanyExportsRepository;
  readonly sections: readonly ExportSection[];
  /** The sequence of the last event of a company. */
  readonly lastSequence: (companyId: number) => Promise<number>;
  /** Days for which the files are kept. */
  readonly days: number;
  readonly notify: (tx: Tx, row: CompanyExport) => Promise<void>;
}

/** What an export notes before it reads the records. */
type NotedFacts = Pick<CompanyExport, 'total' | 'sequenceStart' | 'sequenceEnd'>;

/** A page, with the number of PDFs that were rendered for it. */
type RenderedPage = SectionPage & { readonly rendered: number };

/** Writes exports page by page. Each page is a transaction with the next cursor, so a killed worker leaves no page twice. */
export class CompanyExports {
  constructor(private readonly parts: CompanyExportsParts) {}

  /** The next page of an export, if no other worker has it. @returns whether it may continue immediately */
  async work(companyExport: Pick<CompanyExport, 'id'>): Promise<boolean> {
    const { uow, exports } = this.parts;
    const before = await uow.run((tx) => exports.take(tx, companyExport.id));
    if (!before) return false;
    const section = this.parts.sections[before.section];
    const begins = before.cursor === 0 && section?.begin !== undefined;
    const prepared = (begins ? undefined : await section?.prepare?.(before)) ?? NOTHING_PREPARED;
    const noted = section && (await this.#noted(before, section));
    // Before the transaction, in which no replica is read.
    const page = begins ? undefined : await section?.read({ ...before, ...noted }, prepared);
    // Around: with one connection in the pool, a read outside the transaction would wait for its end.
    return uow.around(async (tx) => {
      const job = await exports.take(tx, companyExport.id);
      // Another worker wrote a page in the meantime, and what was read may belong to another page.
      if (job?.section !== before.section || job.cursor !== before.cursor) return job !== undefined;
      const next = await this.#next(
        tx,
        { ...job, ...noted },
        section,
        page && { ...page, rendered: prepared.rendered },
      );
      await exports.write(tx, { ...next, failures: 0 });
      const isRepeated = next.section === job.section && next.cursor === job.cursor;
      return next.status === 'Running' && (!isRepeated || prepared.rendered > 0);
    });
  }

  /** @param page undefined if the section begins, or there is none */
  async #next(tx: Tx, job: CompanyExport, section: ExportSection | undefined, page: RenderedPage | undefined) {
    if (!section) return this.#end(tx, job);
    if (!page) return { ...job, cursor: (await section.begin?.(job)) ?? 0 };
    return this.#page(tx, job, section, page);
  }

  /** Counts the records once, and notes the event log before the first record and before the events. */
  async #noted(job: CompanyExport, { path }: ExportSection): Promise<NotedFacts> {
    const { db, sections, lastSequence } = this.parts;
    const { companyId, total, sequenceStart, sequenceEnd } = job;
    if (path === 'events.jsonl' && sequenceEnd === null)
      return { total, sequenceStart, sequenceEnd: await lastSequence(companyId) };
    if (total !== null) return { total, sequenceStart, sequenceEnd };
    const counts = await Promise.all(
      sections.flatMap(({ counted }) => (counted ? [countOfBothSides(db, counted, companyId)] : [])),
    );
    const all = counts.reduce((sum, count) => sum + count, 0);
    return { total: all, sequenceStart: await lastSequence(companyId), sequenceEnd };
  }

  async #page(tx: Tx, job: CompanyExport, section: ExportSection, page: RenderedPage): Promise<CompanyExport> {
    if (page.waits) return { ...job, ...stallAfter(job, this.parts.clock.now(), page.rendered) };
    const counted = job.records + (section.counted ? page.records : 0);
    const written = section.path === null ? await addAll(tx, job, page) : await addText(tx, job, page);
    const after = { ...written, records: counted, total: Math.max(job.total ?? 0, counted) };
    if (page.next !== null) return { ...after, ...(hasStalled(job) ? {} : NO_STALL), cursor: page.next };
    const closed = section.path === null ? after : await closeFile(tx, after, section.path);
    return { ...closed, section: job.section + 1, cursor: 0, part: 0, sectionRecords: 0, ...NO_STALL };
  }

  async #end(tx: Tx, job: CompanyExport): Promise<CompanyExport> {
    const { clock, days, notify } = this.parts;
    const completedAt = clock.now();
    const expiresAt = new Date(completedAt.getTime() + days * DAY_MS);
    await notify(tx, { ...job, expiresAt });
    const status = job.missing > 0 ? 'Incomplete' : 'Completed';
    return { ...job, status, completedAt, expiresAt, total: job.records };
  }
}

/** With several cells, rows of a table of both sides are in the cell and on the global side. */
async function countOfBothSides(db: Database, rows: CompanyRows, companyId: number): Promise<number> {
  const count = await countRows(db, rows, companyId);
  if (db.cells.areOne || sideOf(rows.table) !== 'both') return count;
  return count + (await inCell(undefined, () => countRows(db, rows, companyId)));
}

async function addText(tx: Tx, job: CompanyExport, { text, records }: SectionPage): Promise<CompanyExport> {
  if (text === '') return job;
  const content = Buffer.from(text);
  await addPart(tx, job, job.position, job.part, content);
  return {
    ...job,
    part: job.part + 1,
    bytes: job.bytes + content.length,
    sectionRecords: job.sectionRecords + records,
  };
}

/** A PDF is not copied: its stored bytes never change. */
async function addAll(tx: Tx, job: CompanyExport, { files = [] }: SectionPage): Promise<CompanyExport> {
  if (files.length === 0) return job;
  await addFiles(
    tx,
    job,
    files.map((file, n) => ({ ...file, position: job.position + n })),
  );
  const bytes = files.reduce((sum, file) => sum + file.bytes, job.bytes);
  const missing = job.missing + files.filter((file) => file.missing !== null).length;
  return { ...job, position: job.position + files.length, bytes, missing };
}

async function closeFile(tx: Tx, job: CompanyExport, path: string): Promise<CompanyExport> {
  const { position, sectionRecords: records } = job;
  const { bytes, digest } = await sealOf(tx, job, position);
  await addFiles(tx, job, [{ path, position, records, bytes, digest, missing: null, resource: null, recordId: null }]);
  return { ...job, position: position + 1, digest: path === MANIFEST ? digest : job.digest };
}

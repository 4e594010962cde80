import type { CompanyRows } from '@billhook/db/company-rows';
import type { Kept, Listed, PageOf, Window } from '@billhook/db/lists/list-records';
import type { MissingPdfReason } from '@billhook/domain/identity/company-export';
import type { CompanyExport } from '@billhook/installation/company-exports/company-export.entity';
import type { NewExportFile } from '@billhook/installation/company-exports/export-files.repository';
import { csvHeader, csvLines } from '@billhook/platform/csv';
import { jsonLines, presentEach } from '../json-lines.js';

/** A page of a section. */
export interface SectionPage {
  /** The next part of its file; a section of PDFs has none. */
  readonly text: string;
  readonly records: number;
  /** Where the next page begins; null at the end. */
  readonly next: number | null;
  /** Files that the page adds. */
  readonly files?: readonly Omit<NewExportFile, 'position'>[];
  /** A PDF of the page is not rendered yet: the page is repeated and not written. */
  readonly waits?: boolean;
}

/** What was rendered for a page before it is read. */
export interface Preparation {
  readonly rendered: number;
  /** Why a PDF is missing, by the id of its document; one without a reason is still awaited. */
  readonly reasons: ReadonlyMap<number, MissingPdfReason>;
}

export const NOTHING_PREPARED: Preparation = { rendered: 0, reasons: new Map() };

/** A file of an export, or a folder of PDFs. It is read page by page, and a killed worker repeats one page at most. */
export interface ExportSection {
  /** The path of its file; null for a folder. */
  readonly path: string | null;
  /** The rows that it contains, for the progress. */
  readonly counted?: CompanyRows;
  /** The cursor of the first page, which fixes the rows of the section; 0 without it. */
  readonly begin?: (job: CompanyExport) => Promise<number>;
  /** Work that must not be in the transaction of the page. */
  readonly prepare?: (job: CompanyExport) => Promise<Preparation>;
  readonly read: (job: CompanyExport, prepared: Preparation) => Promise<SectionPage>;
}

/** Rows of a source in their API form, with the cursor after them. */
export interface ExportRows {
  /** Each is presented when it is written, because a page of long documents would keep the process busy. */
  readonly values: Iterable<object>;
  readonly next: number | null;
}

export type ReadRows = (job: CompanyExport) => Promise<ExportRows>;

/** A file with a JSON text per line. */
export function linesSection(path: string, read: ReadRows, counted?: CompanyRows): ExportSection {
  return {
    path,
    ...(counted && { counted }),
    read: async (job) => {
      const { values, next } = await read(job);
      const lines = await jsonLines(values);
      return { text: lines.join(''), records: lines.length, next };
    },
  };
}

/** A file for spreadsheets. */
export function csvSection<Row extends object>(
  path: string,
  columns: readonly (keyof Row & string)[],
  read: (job: CompanyExport) => Promise<{ readonly values: readonly Row[]; readonly next: number | null }>,
): ExportSection {
  return {
    path,
    read: async (job) => {
      const { values, next } = await read(job);
      const header = job.part === 0 ? csvHeader(columns) : '';
      return { text: header + csvLines(columns, values), records: values.length, next };
    },
  };
}

interface View {
  readonly safeParse: (value: unknown) => { readonly data?: object | undefined };
}

/** A presented row in the form of a view. A row that does not match its view is exported as it is, so that it blocks nothing. */
export const inView = (view: View, presented: object): object => view.safeParse(presented).data ?? presented;

/** Records per page. A document with many line items has some 100 KB. */
const PAGE = 50;

/** Newest first, from the cursor of the export: what is created in the meantime is in the events. */
export const windowOf = ({ cursor }: Pick<CompanyExport, 'cursor'>, limit = PAGE): Window => ({
  limit,
  from: cursor === 0 ? undefined : { value: null, id: cursor, back: false, including: false },
});

/** The cursor after a page. */
export const nextOf = ({ entries, hasMore }: PageOf<{ readonly position: { readonly id: number } }>): number | null =>
  hasMore ? (entries.at(-1)?.position.id ?? null) : null;

export const rowsOf = <Row>({ entries }: Listed<Row>): Row[] =>
  entries.flatMap((entry) => ('row' in entry ? [entry.row] : []));

/** Values of a list that is newest first. */
export function keptValues<Row>(page: PageOf<Kept<Row>>, present: (row: Row) => object) {
  return { values: presentEach(page.entries, ({ row }) => present(row)), next: nextOf(page) };
}

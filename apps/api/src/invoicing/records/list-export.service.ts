import { Readable } from 'node:stream';
import { keepingCell } from '@billhook/db/current-cell';
import type { PageOf, Window } from '@billhook/db/lists/list-records';
import type { Edge, Position } from '@billhook/db/lists/sort';
import type { Permission } from '@billhook/domain/identity/permissions';
import { dateInZone } from '@billhook/domain/shared/calendar';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { CSV_TYPE, csvHeader, csvLines } from '@billhook/platform/csv';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { CallerRecheckService } from '../../access/caller-recheck.service.js';
import type { Principal } from '../../request/principal.js';
import { csvColumnsOf, csvLineOf } from './csv-columns.rules.js';

/** The description of each such file. */
export const EXPORT_HINT =
  'A CSV file (RFC 4180, UTF-8) with a header and one line for each record that the filters match, in the order of the list. The columns are the members of the record, those of its objects as `totals.gross`, and lists of values separated by `; `. Lists of objects, such as lines, are left out. Spreadsheets would run a text that begins like a formula, so it has an apostrophe before it.';

/** As many as in the largest page of a list: 10 to 20 ms of the event loop and 1 MB in memory for invoices with ten lines. */
const BATCH = 100;

interface ListEntryRow<Row> {
  readonly row?: Row;
  readonly position: Position;
}

interface ExportedList<Row> {
  /** The name of the list in paths. */
  readonly name: string;
  readonly read: Permission;
  /** A page of the rows that the caller may see. */
  readonly page: (by: Principal, window: Window) => Promise<PageOf<ListEntryRow<Row>>>;
  readonly present: (row: Row) => object;
  readonly view: z.ZodType;
}

/** Writes lists as CSV. */
@Injectable()
export class ListExportService {
  constructor(
    private readonly callers: CallerRecheckService,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /** All rows of a list in its order, each as it is when its part of the file is written. */
  file<Row>(by: Principal, list: ExportedList<Row>, request: FastifyRequest, reply: FastifyReply): StreamableFile {
    void reply.header('Cache-Control', 'no-store');
    const text = request.method === 'HEAD' ? [] : keepingCell(this.write(by, list, request));
    return new StreamableFile(Readable.from(text, { objectMode: false }), {
      type: CSV_TYPE,
      disposition: `attachment; filename="${list.name}-${dateInZone(this.clock.now(), by.company.timeZone)}.csv"`,
    });
  }

  private async *write<Row>(
    caller: Principal,
    { read, page, present, view }: ExportedList<Row>,
    request: FastifyRequest,
  ): AsyncGenerator<string> {
    const columns = csvColumnsOf(view);
    const names = columns.map(({ name }) => name);
    yield csvHeader(names);
    let by = caller;
    let from: Edge | undefined;
    for (;;) {
      const { entries, hasMore } = await page(by, { from, limit: BATCH });
      const rows = entries.flatMap(({ row }) => (row === undefined ? [] : [present(row)]));
      yield csvLines(
        names,
        rows.map((row) => csvLineOf(columns, row)),
      );
      const last = entries.at(-1);
      if (!hasMore || !last) return;
      from = { ...last.position, back: false, including: false };
      by = await this.callers.again(by, request, read);
    }
  }
}

import type { RecordQuery } from '@billhook/contract/shared/list-query';
import { insertRows, jsonColumns, selectColumns, UNSAVED, type EntityClass } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { randomText } from '@billhook/platform/ids';
import type { Change } from '../records/change.js';
import { RecordRepository, type RecordContext } from '../records/record.repository.js';
import type { DocumentColumns, DocumentExtras } from './document.columns.js';
import type { DocumentRef, DocumentResource } from './document-files.js';
import type { LineColumns } from './line.columns.js';

/** A kind of document, and where its lines are kept. */
export interface LinesOf {
  readonly document: DocumentResource;
  readonly table: 'invoice_lines' | 'quote_lines' | 'credit_note_lines';
  readonly entity: EntityClass<LineColumns & { documentId: number }>;
  readonly key: 'invoice_id' | 'quote_id' | 'credit_note_id';
}

/** Letters of a link's token: 190 bits, so that nobody guesses one. */
export const TOKEN_LETTERS = 32;

/** The address that a link opens. The token stands in the fragment, which browsers send to no server and into no log. */
export function publicUrlOf(base: string, token: string): string {
  return `${base}/d/#${token}`;
}

/** The select list of a document: its columns, its lines as JSON and its link, in one statement. */
export function documentColumns<D>(context: RecordContext, document: EntityClass<D>, lines: LinesOf): string {
  const { source, publicUrl } = context;
  const base = publicUrlOf(publicUrl, '').replaceAll("'", "''");
  return `${selectColumns(source, document, 'r')}, '${base}' || r.public_token AS "publicUrl",
    (SELECT coalesce(json_agg(${jsonColumns(source, lines.entity, 'l')} ORDER BY l.position), '[]')
    FROM ${lines.table} l WHERE l.${lines.key} = r.id) AS lines`;
}

/** The documents of one kind, whichever it is, as what is the same for all kinds uses them. */
export type Documents<Row extends DocumentColumns & DocumentExtras> = Pick<
  DocumentRepository<DocumentColumns, Row, RecordQuery>,
  'lock' | 'write' | 'linked' | 'refOf'
>;

/** What the repositories of documents share: a row with lines and a link. */
export abstract class DocumentRepository<
  Document extends DocumentColumns,
  Row extends Document & DocumentExtras,
  Query extends RecordQuery,
> extends RecordRepository<Document, Row, Query> {
  protected abstract readonly linesOf: LinesOf;

  /** Inserts the document with its lines. */
  async insert(tx: Tx, row: Row, change: Change): Promise<Row> {
    const id = await this.unlessNumberTaken(this.insertRecord(tx, row));
    const inserted: Row = { ...row, id, lines: await this.insertLines(tx, id, row.lines) };
    await this.tell(tx, inserted, change);
    return inserted;
  }

  /** Writes the document; its lines only where new ones are given. */
  async write(tx: Tx, row: Row, change: Change, newLines?: LineColumns[]): Promise<Row> {
    await this.unlessNumberTaken(this.updateRecord(tx, row));
    const written = newLines ? { ...row, lines: await this.replaceLines(tx, row.id, newLines) } : row;
    await this.tell(tx, written, change);
    return written;
  }

  /** The document with a viewing link; the one it has stays, unless a fresh one is asked for. */
  linked(row: Row, fresh = false): Row {
    if (row.publicToken !== null && !fresh) return row;
    const publicToken = randomText(TOKEN_LETTERS);
    return { ...row, publicToken, publicUrl: publicUrlOf(this.context.publicUrl, publicToken) };
  }

  /** The document as its file, its emails and its links name it. */
  refOf({ id: recordId, companyId }: Row): DocumentRef {
    return { companyId, resource: this.linesOf.document, recordId };
  }

  private async unlessNumberTaken<T>(written: Promise<T>): Promise<T> {
    return written.catch((error: unknown) => {
      const constraint: unknown = error instanceof Error ? Reflect.get(error, 'constraint') : undefined;
      const taken = constraint === `${this.shape.table}_number` || constraint === 'document_numbers_pkey';
      throw taken ? new Problem('number_taken') : error;
    });
  }

  private async replaceLines(tx: Tx, documentId: number, lines: LineColumns[]): Promise<LineColumns[]> {
    const { table, key } = this.linesOf;
    await tx.query({ name: `${table}_clear`, text: `DELETE FROM ${table} WHERE ${key} = $1`, values: [documentId] });
    return this.insertLines(tx, documentId, lines);
  }

  private async insertLines(tx: Tx, documentId: number, lines: LineColumns[]): Promise<LineColumns[]> {
    const ids = await insertRows(
      tx,
      this.linesOf.entity,
      lines.map((line) => ({ ...line, documentId })),
    );
    return lines.map((line, n) => ({ ...line, id: ids[n] ?? UNSAVED }));
  }
}

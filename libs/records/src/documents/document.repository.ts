import { NO_EVENT } from '@billhook/db/outbox';
import { insertRows, jsonColumns, selectColumns, UNSAVED, type EntityClass } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import type { EventType } from '@billhook/domain/events';
import type { DataSource } from 'typeorm';
import { RecordRepository } from '../record.repository.js';
import type { DocumentColumns } from './document.columns.js';
import type { LineColumns } from './line.columns.js';

/** Where the lines of a kind of document are kept. */
export interface LinesOf {
  readonly table: 'invoice_lines' | 'quote_lines';
  readonly entity: EntityClass<LineColumns & { documentId: number }>;
  readonly key: 'invoice_id' | 'quote_id';
}

/** The select list of a document: its columns, and its lines as JSON, in one statement. */
export function documentColumns<D>(source: DataSource, document: EntityClass<D>, lines: LinesOf): string {
  return `${selectColumns(source, document, 'r')}, (SELECT coalesce(json_agg(${jsonColumns(source, lines.entity, 'l')}
    ORDER BY l.position), '[]') FROM ${lines.table} l WHERE l.${lines.key} = r.id) AS lines`;
}

/** What the repositories of invoices and quotes share: a row with lines. */
export abstract class DocumentRepository<
  Document extends DocumentColumns,
  Row extends Document & { lines: LineColumns[] },
> extends RecordRepository<Document, Row> {
  protected abstract readonly linesOf: LinesOf;

  /** Inserts the document with its lines. */
  async insert(tx: Tx, row: Row, event: EventType | typeof NO_EVENT): Promise<Row> {
    const id = await this.insertRecord(tx, row);
    const inserted: Row = { ...row, id, lines: await this.insertLines(tx, id, row.lines) };
    await this.tell(tx, inserted, event, row.updatedAt);
    return inserted;
  }

  /** Writes the document; its lines only where new ones are given. */
  async write(tx: Tx, row: Row, event: EventType | typeof NO_EVENT, newLines?: LineColumns[]): Promise<Row> {
    await this.updateRecord(tx, row);
    const written = newLines ? { ...row, lines: await this.replaceLines(tx, row.id, newLines) } : row;
    await this.tell(tx, written, event, row.updatedAt);
    return written;
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

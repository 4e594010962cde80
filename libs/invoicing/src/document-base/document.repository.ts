import type { RecordQuery } from '@billhook/contract/shared/list-query';
import { insertOf, insertRows, jsonColumns, takeIds, selectColumns, UNSAVED, type EntityClass } from '@billhook/db/row';
import type { Statement } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { RecordRepository, type RecordContext, type RecordIds } from '../records/record.repository.js';
import type { DocumentRef, DocumentResource } from './document-ref.js';
import type { DocumentColumns, DocumentExtras } from './document.columns.js';
import type { LineColumns } from './line.columns.js';
import { newLinkToken } from './link-token.js';

/** A kind of document and the table of its line items. */
export interface LinesOf {
  readonly document: DocumentResource;
  readonly table: 'invoice_lines' | 'quote_lines' | 'credit_note_lines';
  readonly entity: EntityClass<LineColumns & { documentId: number }>;
  readonly key: 'invoice_id' | 'quote_id' | 'credit_note_id';
}

/** The address of a link, whose page the server renders. Links that were sent earlier have the token in the fragment: `/d/#…`. */
export function publicUrlOf(base: string, token: string): string {
  return `${base}/d/${token}`;
}

/** The columns of a document, its line items as JSON and its link, in one statement. */
export function documentColumns<D>(context: RecordContext, document: EntityClass<D>, lines: LinesOf): string {
  const { source, publicUrl } = context;
  const base = publicUrlOf(publicUrl, '').replaceAll("'", "''");
  return `${selectColumns(source, document, 'r')}, '${base}' || r.public_token AS "publicUrl",
    (SELECT coalesce(json_agg(${jsonColumns(source, lines.entity, 'l')} ORDER BY l.position), '[]')
    FROM ${lines.table} l WHERE l.${lines.key} = r.id) AS lines`;
}

/** A repository of any kind of document, for code that all kinds share. */
export type Documents<Row extends DocumentRow> = Pick<
  DocumentRepository<DocumentColumns, Row, RecordQuery>,
  'lock' | 'write' | 'note' | 'viewingLink' | 'refOf'
>;

/** A document of any kind with its line items and its link. */
export type DocumentRow = DocumentColumns & DocumentExtras;

/** A repository of records with line items and a link. */
export abstract class DocumentRepository<
  Document extends DocumentColumns,
  Row extends Document & DocumentExtras,
  Query extends RecordQuery,
> extends RecordRepository<Document, Row, Query> {
  protected abstract readonly linesOf: LinesOf;

  /** The read-only link of a document. Keeps the existing one, unless `fresh` is set. */
  viewingLink(row: Row, fresh = false): Pick<DocumentRow, 'publicToken' | 'publicUrl'> {
    const { publicToken, publicUrl } = row;
    if (publicToken !== null && !fresh) return { publicToken, publicUrl };
    const token = newLinkToken();
    return { publicToken: token, publicUrl: publicUrlOf(this.context.publicUrl, token) };
  }

  /** Identifies the document for its file, its emails and its links. */
  refOf({ id: recordId, companyId }: Row): DocumentRef {
    return { companyId, resource: this.linesOf.document, recordId };
  }

  override takeIds(tx: Tx, { lines }: { readonly lines: readonly object[] }): Promise<RecordIds> {
    const ids = takeIds(tx, [this.shape.entity, ...lines.map(() => this.linesOf.entity)]);
    const taken = ids.then(([id = UNSAVED, ...parts]) => ({ id, parts }));
    // Awaited with the insert: what is read before it may fail first.
    taken.catch(() => undefined);
    return taken;
  }

  protected override withIds(row: Row, { id, parts }: RecordIds): Row {
    return { ...row, id, lines: row.lines.map((line, n) => ({ ...line, id: parts[n] ?? UNSAVED })) };
  }

  protected override writeError(error: unknown): unknown {
    const constraint: unknown = error instanceof Error ? Reflect.get(error, 'constraint') : undefined;
    const taken = constraint === `${this.shape.table}_number` || constraint === 'document_numbers_pkey';
    return taken ? new Problem('number_taken') : error;
  }

  protected override insertParts(tx: Tx, { id: documentId, lines }: Row): Statement[] {
    if (lines.length === 0) return [];
    const rows = lines.map((line) => ({ ...line, documentId }));
    return [insertOf(tx.entities, this.linesOf.entity, rows)];
  }

  protected override async updateParts(tx: Tx, before: Row, next: Row): Promise<Row> {
    if (next.lines === before.lines) return next;
    return { ...next, lines: await this.replaceLines(tx, next.id, next.lines) };
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

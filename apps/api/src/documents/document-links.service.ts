import { UnitOfWork } from '@billhook/db/unit-of-work';
import type { Clock } from '@billhook/platform/clock';
import { changeOf } from '@billhook/records/change';
import type { DocumentColumns, DocumentExtras } from '@billhook/records/documents/document.columns';
import type { Documents } from '@billhook/records/documents/document.repository';
import type { Target } from '@billhook/records/target';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../access/principal.js';
import { CLOCK } from '../platform/tokens.js';

type DocumentRow = DocumentColumns & DocumentExtras;

/** The link that opens a document for its client. What happens to it stands in the timeline, and fires no event. */
@Injectable()
export class DocumentLinksService {
  constructor(
    private readonly uow: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Opens a link, in place of the one there is.
   * @param check refuses where the state of the document allows no link
   */
  open<Row extends DocumentRow>(
    documents: Documents<Row>,
    by: Principal,
    target: Target,
    check: (row: Row) => void,
  ): Promise<Row> {
    return this.change(documents, by, target, 'openLink', (row) => {
      check(row);
      return documents.linked(row, true);
    });
  }

  /** Closes the link: it opens nothing any more. Whatever has become of the document: a link that cannot be taken back is a leak. */
  close<Row extends DocumentRow>(documents: Documents<Row>, by: Principal, target: Target): Promise<Row> {
    return this.change(documents, by, target, 'closeLink', (row) =>
      row.publicToken === null ? row : { ...row, publicToken: null, publicUrl: null },
    );
  }

  /** Notes that the client has opened the link, the first time only. */
  view<Row extends DocumentRow>(documents: Documents<Row>, by: Principal, id: number): Promise<Row> {
    return this.change(documents, by, { id }, 'view', (row, at) =>
      row.viewedAt === null ? { ...row, viewedAt: at } : row,
    );
  }

  /** @param edit gives the row itself where there is nothing to change */
  private change<Row extends DocumentRow>(
    documents: Documents<Row>,
    by: Principal,
    target: Target,
    action: string,
    edit: (row: Row, at: Date) => Row,
  ): Promise<Row> {
    return this.uow.run(async (tx) => {
      const row = await documents.lock(tx, by.company.id, target);
      const at = this.clock.now();
      const edited = edit(row, at);
      if (edited === row) return row;
      const next = { ...edited, version: row.version + 1, updatedAt: at };
      return documents.write(tx, next, changeOf(action, null, { by: by.label, at }));
    });
  }
}

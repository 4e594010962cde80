import { NO_EVENT } from '@billhook/db/outbox';
import type { Target } from '@billhook/db/target';
import { type Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { TimelineAction } from '@billhook/domain/invoicing/timeline-actions';
import { Problem } from '@billhook/domain/shared/problems';
import type { DocumentRef } from '@billhook/invoicing/document-base/document-ref';
import type { DocumentRow, Documents } from '@billhook/invoicing/document-base/document.repository';
import { AnsweringLinks, takesAnswers } from '@billhook/invoicing/documents/answering-links.repository';
import { ClientLinks } from '@billhook/invoicing/documents/client-links.repository';
import { changeOf, type ChangeDetails } from '@billhook/invoicing/records/change';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { changeAuthorOf } from '../records/change-author-of.rules.js';
import { clientOrigin } from './client-origin.rules.js';

/** The read-only link and the client link of a document. Their changes are in the timeline and emit no event. */
@Injectable()
export class DocumentLinksService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly answering: AnsweringLinks,
    private readonly clients: ClientLinks,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /**
   * Creates the links of a document, which replace existing ones.
   * @param check rejects when the state of the document allows no link
   */
  open<Row extends DocumentRow>(
    documents: Documents<Row>,
    by: Principal,
    target: Target,
    check: (row: Row) => void,
  ): Promise<Row> {
    return this.change(documents, by, target, 'openLink', async (row, at, tx) => {
      check(row);
      const ref = documents.refOf(row);
      if (takesAnswers(ref.resource)) await this.answering.replace(tx, ref, at);
      return { ...row, ...documents.viewingLink(row, true) };
    });
  }

  /** Revokes both links in any status of the document: a link that cannot be revoked is a leak. */
  close<Row extends DocumentRow>(documents: Documents<Row>, by: Principal, target: Target): Promise<Row> {
    return this.change(documents, by, target, 'closeLink', async (row, _, tx) => {
      if (row.publicToken === null) return row;
      await this.answering.revoke(tx, documents.refOf(row));
      return { ...row, publicToken: null, publicUrl: null };
    });
  }

  /** Records the first time that a link was opened. */
  view<Row extends DocumentRow>(documents: Documents<Row>, by: Principal, id: number): Promise<Row> {
    return this.change(
      documents,
      by,
      { id },
      'view',
      (row, at) => (row.viewedAt === null ? { ...row, viewedAt: at } : row),
      clientOrigin(by),
    );
  }

  /**
   * The address of the client link. The timeline records each read, because the reader could answer instead of the client.
   * @throws Problem 409 action_not_allowed when the document has no link
   */
  answeringUrl<Row extends DocumentRow>(documents: Documents<Row>, by: Principal, target: Target): Promise<string> {
    return this.uow.run(async (tx) => {
      const row = await documents.lock(tx, by.company.id, target);
      const ref = documents.refOf(row);
      if (row.publicToken === null) {
        const detail = `The ${ref.resource} has no link. Create one with POST /v1/${ref.resource}s/${row.id}/public-link once it is sent.`;
        throw new Problem('action_not_allowed', detail);
      }
      const at = this.clock.now();
      const url = await this.answering.urlOf(tx, ref, at);
      await documents.note(tx, row, 'showAnsweringLink', changeAuthorOf(by, at));
      return url;
    });
  }

  /**
   * Checks that the client link, or that of the client's page, was not revoked while the answer waited. Call it under the lock of the document.
   * @throws Problem 401 document_link_invalid
   */
  async requireLive(tx: Tx, by: Principal, ref: DocumentRef): Promise<void> {
    if (by.kind !== 'document' || by.tokenHash === null) return;
    const { tokenHash } = by;
    const isLive =
      (await this.answering.isLive(tx, ref, tokenHash)) || (await this.clients.isLive(tx, by.company.id, tokenHash));
    if (!isLive) throw new Problem('document_link_invalid');
  }

  /** @param edit returns the unchanged row if there is nothing to change */
  private change<Row extends DocumentRow>(
    documents: Documents<Row>,
    by: Principal,
    target: Target,
    action: TimelineAction,
    edit: (row: Row, at: Date, tx: Tx) => Row | Promise<Row>,
    details: ChangeDetails = {},
  ): Promise<Row> {
    return this.uow.run(async (tx) => {
      const row = await documents.lock(tx, by.company.id, target);
      const at = this.clock.now();
      const edited = await edit(row, at, tx);
      if (edited === row) return row;
      return documents.write(tx, row, edited, changeOf(action, NO_EVENT, changeAuthorOf(by, at, { details })));
    });
  }
}

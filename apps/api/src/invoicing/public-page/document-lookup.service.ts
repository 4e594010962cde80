import type { OpenedWith } from '@billhook/contract/invoicing/public-document';
import { inCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import { cellOfLink } from '@billhook/invoicing/document-base/link-token';
import { LinkedDocumentsRepository } from '@billhook/invoicing/documents/linked-documents.repository';
import { Injectable } from '@nestjs/common';
import { DocumentLookup } from '../../access/lookups.js';
import { companyOfRow, type DocumentPrincipal } from '../../request/principal.js';

/** The actor in the timeline. Anyone who can read the record may have the read-only link, so it does not identify a person. */
const LABELS: Readonly<Record<OpenedWith, string>> = {
  AnsweringLink: actorLabel('client'),
  ViewingLink: actorLabel('viewing_link'),
  // Writes nothing.
  Preview: 'preview',
};

/** Finds the document of the link in a request, and what the request may do. */
@Injectable()
export class DocumentLookupService extends DocumentLookup {
  constructor(
    private readonly documents: LinkedDocumentsRepository,
    private readonly db: Database,
  ) {
    super();
  }

  async find(token: string | undefined): Promise<DocumentPrincipal | undefined> {
    const cell = await this.db.cells.orFirst(cellOfLink(token ?? ''));
    const linked = await inCell(cell, () => this.documents.find(token));
    if (!linked) return undefined;
    const { resource, recordId, openedWith, leadsToClient, tokenHash } = linked;
    return {
      kind: 'document',
      company: companyOfRow({ ...linked, cell }),
      permissions: [],
      label: LABELS[openedWith],
      resource,
      recordId,
      openedWith,
      leadsToClient,
      tokenHash,
    };
  }
}

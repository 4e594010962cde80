import { AnsweringLinkView } from '@billhook/contract/invoicing/document-delivery';
import type { Permission } from '@billhook/domain/identity/permissions';
import { applyDecorators, Delete, Header, Inject, Post, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { By, type Principal } from '../../request/principal.js';
import { Requires, Returns, type Outcome } from '../../request/routes/route.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { NoDryRun } from '../../request/writes/no-dry-run.decorator.js';

interface LinkActions<Row> {
  openLink(by: Principal, target: RecordTarget): Promise<Row>;
  closeLink(by: Principal, target: RecordTarget): Promise<Row>;
}

/** The routes of a document's links. */
export interface DocumentLinkRoutes<Service, Row, View> {
  readonly write: Permission;
  readonly service: Type<Service>;
  readonly view: z.ZodType;
  readonly present: (row: Row) => View;
  readonly open: Omit<Outcome, 'status'>;
  readonly close: Omit<Outcome, 'status'>;
  /** For a document that the client can answer. */
  readonly answering?: {
    readonly summary: string;
    readonly url: (service: Service, by: Principal, target: RecordTarget) => Promise<string>;
  };
}

/** The descriptions of both links, for a document that the client can answer. */
export const BOTH_LINKS = {
  open: {
    summary: 'Create the links of a document',
    description:
      'Creates the read-only link `publicUrl` and the client link. Existing links stop working. Emits no event.',
    problems: ['not_found', 'action_not_allowed', 'version_mismatch'],
  },
  close: {
    summary: 'Revoke the links of a document',
    description:
      'Revokes both the read-only link and the client link, in every status. Does nothing if there is no link. Emits no event.',
    problems: ['not_found', 'version_mismatch'],
  },
} as const satisfies Record<string, Outcome>;

/** The service that every controller of document actions has. */
export interface DocumentActions<Service> {
  readonly actions: Service;
}

/** A base class with the routes of a document's links. The subclass adds the other actions. */
export function documentLinksController<Service extends LinkActions<Row>, Row, View>(
  routes: DocumentLinkRoutes<Service, Row, View>,
): Type<DocumentActions<Service>> {
  const { write, service, view, present, open, close, answering } = routes;
  const AnsweringRoute: MethodDecorator = answering
    ? applyDecorators(
        Post(':id/answering-link'),
        Requires(write),
        NoDryRun('A dry run would return the client link without an entry in the timeline.'),
        Header('Cache-Control', 'no-store'),
        Returns(AnsweringLinkView, {
          summary: answering.summary,
          description:
            'The link in the email to the client, with which the client can answer. It is revoked and replaced together with `publicUrl`. The timeline records every read of this link, so a dry run is rejected. Emits no event.',
          problems: ['not_found', 'action_not_allowed', 'version_mismatch'],
        }),
      )
    : () => undefined;

  class DocumentLinksController implements DocumentActions<Service> {
    @Inject(service) readonly actions!: Service;

    @Post(':id/public-link')
    @Requires(write)
    @Returns(view, open)
    async openLink(@By() by: Principal, @Target() target: RecordTarget): Promise<View> {
      return present(await this.actions.openLink(by, target));
    }

    @AnsweringRoute
    async answeringLink(@By() by: Principal, @Target() target: RecordTarget): Promise<AnsweringLinkView> {
      if (!answering) throw new Error('unreachable: without a client link there is no such route');
      return { url: await answering.url(this.actions, by, target) };
    }

    @Delete(':id/public-link')
    @Requires(write)
    @Returns(view, close)
    async closeLink(@By() by: Principal, @Target() target: RecordTarget): Promise<View> {
      return present(await this.actions.closeLink(by, target));
    }
  }
  return DocumentLinksController;
}

import { PreviewMail } from '@billhook/contract/invoicing/document-delivery';
import { MailPreview } from '@billhook/contract/invoicing/mail';
import type { Permission } from '@billhook/domain/identity/permissions';
import type { ProblemCode } from '@billhook/domain/shared/problems';
import { presentMailPreview } from '@billhook/invoicing/mails/mail.presenter';
import type { NumberedMail } from '@billhook/invoicing/mails/mails.repository';
import { Body, Controller, Inject, Post, type Type } from '@nestjs/common';
import { By, type Principal } from '../../request/principal.js';
import { Requires, Returns } from '../../request/routes/route.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';

interface PreviewsMails {
  previewMail(by: Principal, target: RecordTarget, body: PreviewMail): Promise<NumberedMail>;
}

interface MailPreviewRoute {
  /** The name in paths. */
  readonly name: string;
  readonly write: Permission;
  readonly service: Type<PreviewsMails>;
  /** The problems of a send. */
  readonly problems: readonly ProblemCode[];
}

/** The email that a send would create, for the screens. Only under /app: a request there is never part of a surrounding transaction. */
export function mailPreviewController({ name, write, service, problems }: MailPreviewRoute): Type<unknown> {
  @Controller(`app/${name}/:id/mail-preview`)
  class MailPreviewController {
    @Inject(service) readonly actions!: PreviewsMails;

    @Post()
    @Requires(write)
    @Returns(MailPreview, {
      summary: `Preview the email with which ${name} are sent`,
      problems: ['not_found', 'invalid_body', 'action_not_allowed', ...problems, 'version_mismatch'],
    })
    async preview(
      @By() by: Principal,
      @Target() target: RecordTarget,
      @Body({ schema: PreviewMail }) body: PreviewMail,
    ): Promise<MailPreview> {
      return presentMailPreview(await this.actions.previewMail(by, target, body));
    }
  }
  return MailPreviewController;
}

import type { Database } from '@billhook/db/database';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { disablesAt } from '@billhook/domain/webhooks/endpoint-health';
import { endpointRecipients, webhooksPage } from '@billhook/mail/company-recipients';
import type { Notices } from '@billhook/mail/notices';
import type { Notice } from '@billhook/mail/templates/notice';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { EndpointLadder, type EndpointNoticeContent } from '@billhook/webhooks/endpoints/endpoint-ladder';

/** Characters. A description has up to 200 and a URL up to 2,000, but an email subject has about 60. */
const NAME_SHOWN = 34;

/** Notifies the owners of failing endpoints, and disables those that have failed for days. */
export class EndpointLadderJob {
  private readonly ladder: EndpointLadder;

  constructor(
    db: Database,
    uow: UnitOfWork,
    private readonly notices: Notices,
    private readonly env: Pick<Env, 'PUBLIC_URL' | 'WEBHOOKS_ENABLED'>,
    logger: Logger,
  ) {
    this.ladder = new EndpointLadder(db, uow, notices.sendsMail, (tx, content) => this.notify(tx, content), logger);
  }

  /** With webhooks switched off nothing is delivered, and no endpoint fails. */
  async run(): Promise<void> {
    if (this.env.WEBHOOKS_ENABLED) await this.ladder.round();
  }

  private async notify(tx: Tx, content: EndpointNoticeContent): Promise<void> {
    const { companyId } = content;
    const notice = noticeOf(content, webhooksPage(this.env.PUBLIC_URL));
    for (const { email, locale } of await endpointRecipients(tx, companyId)) {
      await this.notices.enqueue(tx, { companyId, to: email, locale, notice });
    }
  }
}

/** @param page URL of the settings page */
function noticeOf(
  { notice, url, description, failingSince, disabledAt, ...content }: EndpointNoticeContent,
  page: string,
): Notice {
  const { host, origin, pathname } = new URL(url);
  const full = description ?? (pathname === '/' ? host : host + pathname);
  const name = full.length > NAME_SHOWN ? `${full.slice(0, NAME_SHOWN - 1)}…` : full;
  const { lastFailure, waiting } = content;
  const named = { name, address: origin + pathname, url: page };
  if (notice === 'Recovered') return { kind: 'webhook_recovered', ...named, waiting };
  if (notice === 'Disabled' || notice === 'Gone') {
    const reason = notice === 'Gone' ? 'Gone' : 'Failing';
    if (!disabledAt) throw new Error('unreachable: a disabled endpoint has disabledAt');
    return {
      kind: 'webhook_disabled',
      ...named,
      ...{ lastFailure, waiting, reason, since: failingSince, at: disabledAt },
    };
  }
  const ends = disablesAt({ failingSince });
  if (!failingSince || !ends) throw new Error(`unreachable: "${notice}" is about a failing endpoint`);
  const [next = null] = content.stepsAhead;
  return {
    kind: 'webhook_failing',
    ...named,
    lastFailure,
    waiting,
    stage: notice,
    since: failingSince,
    next,
    disablesAt: ends,
  };
}

import type { Database } from '@billhook/db/database';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { EndpointLadder, type EndpointNews } from '@billhook/webhooks/endpoints/endpoint-ladder';
import { disablesAt } from '@billhook/domain/webhooks/endpoint-health';
import { endpointRecipients, webhooksPage } from '@billhook/mail/endpoint-recipients';
import type { Notices } from '@billhook/mail/notices';
import type { Notice } from '@billhook/mail/templates/notice';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import type { UpkeepJob } from './upkeep.job.js';

/** A description may be 200 characters long, an address 2,000, the subject of a mail not much longer than 60. */
const NAME_SHOWN = 34;

/** Tells owners of endpoints that fail, switches off those that failed for days. Follows from rows: it may be late, and done by several at once. */
export class EndpointLadderJob implements UpkeepJob {
  readonly name = 'endpoint-ladder';
  // The owner of an endpoint that responded with 410 is notified soon; there is no wake-up that could get lost.
  readonly everyMs = 10_000;
  private readonly ladder: EndpointLadder;

  constructor(
    db: Database,
    uow: UnitOfWork,
    private readonly notices: Notices,
    private readonly env: Pick<Env, 'PUBLIC_URL' | 'WEBHOOKS_ENABLED'>,
    logger: Logger,
  ) {
    this.ladder = new EndpointLadder(db, uow, notices.sendsMail, (tx, news) => this.tell(tx, news), logger);
  }

  /** Where webhooks are switched off nothing is delivered, and nobody's endpoint fails by that. */
  async run(): Promise<void> {
    if (this.env.WEBHOOKS_ENABLED) await this.ladder.round();
  }

  private async tell(tx: Tx, news: EndpointNews): Promise<void> {
    const { companyId } = news;
    const notice = noticeOf(news, webhooksPage(this.env.PUBLIC_URL));
    for (const { email, locale } of await endpointRecipients(tx, companyId)) {
      await this.notices.enqueue(tx, { companyId, to: email, locale, notice });
    }
  }
}

/** @param page of the settings */
function noticeOf({ notice, url, description, failingSince, disabledAt, ...news }: EndpointNews, page: string): Notice {
  const { host, origin, pathname } = new URL(url);
  const full = description ?? (pathname === '/' ? host : host + pathname);
  const name = full.length > NAME_SHOWN ? `${full.slice(0, NAME_SHOWN - 1)}…` : full;
  const { lastFailure, waiting } = news;
  const named = { name, address: origin + pathname, url: page };
  if (notice === 'Recovered') return { kind: 'webhook_recovered', ...named, waiting };
  if (notice === 'Disabled' || notice === 'Gone') {
    const reason = notice === 'Gone' ? 'Gone' : 'Failing';
    if (!disabledAt) throw new Error('unreachable: the database stores when an endpoint was disabled');
    return {
      kind: 'webhook_disabled',
      ...named,
      ...{ lastFailure, waiting, reason, since: failingSince, at: disabledAt },
    };
  }
  const ends = disablesAt({ failingSince });
  if (!failingSince || !ends) throw new Error(`unreachable: the notice "${notice}" is for a failing endpoint`);
  const [next = null] = news.stepsAhead;
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

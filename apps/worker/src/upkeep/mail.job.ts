import type { MailSender } from '@billhook/mail/mail-sender';
import type { Logger } from '@billhook/platform/logger';
import type { OnApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import type { UpkeepJob } from './upkeep.job.js';

// Of the 20 s that a stop may take in all, while deliveries have theirs.
const GRACE_MS = 15_000;

/** Sends the mails that are due. Without a mail server there is nothing to do: mails are kept. */
export class MailJob implements UpkeepJob, OnModuleDestroy, OnApplicationShutdown {
  readonly name = 'mail';
  readonly everyMs = 5_000;

  constructor(
    private readonly sender: Pick<MailSender, keyof MailSender> | undefined,
    private readonly logger: Logger,
  ) {}

  /** Begins a round, unless one is under way, and does not wait for it: a slow mail server must not hold up the other upkeep. */
  async run(): Promise<void> {
    this.sender
      ?.round()
      .catch((error: unknown) => this.logger.error({ err: error }, 'a round of email sending stopped early'));
  }

  onModuleDestroy(): void {
    this.sender?.beginStop(GRACE_MS);
  }

  /** The last of the hooks, so that mails and deliveries under way have their graces beside each other. */
  async onApplicationShutdown(): Promise<void> {
    await this.sender?.stop();
  }
}

import type { Resealing } from '@billhook/webhooks/endpoints/resealing';
import type { Logger } from '@billhook/platform/logger';

/** Encrypts again what an older application secret encrypted, so that it can be removed. Logs once when nothing of that is left. */
export class ResealJob {
  private said = false;

  /** @param secretCount how many application secrets there are: with a single one there is nothing to leave out */
  constructor(
    private readonly resealing: Pick<Resealing, 'run'>,
    private readonly secretCount: number,
    private readonly logger: Logger,
  ) {}

  async run(): Promise<void> {
    const { renewed, lost } = await this.resealing.run();
    if (this.secretCount < 2 || lost > 0 || (this.said && renewed === 0)) return;
    this.said = true;
    this.logger.info(
      'all data that is encrypted again automatically uses the first secret in APP_SECRETS; "admin sealed-with" lists what still needs the other secrets',
    );
  }
}

import { FIRST_CELL } from '@billhook/db/cell-rows';
import type { Cells } from '@billhook/db/cells';
import { inCell } from '@billhook/db/current-cell';
import { inTurn } from '@billhook/platform/in-turn';
import type { Logger } from '@billhook/platform/logger';
import type { Resealing } from '@billhook/webhooks/endpoints/resealing';

/** Re-encrypts data of older application secrets, after which those can be removed. Logs once when none is left. */
export class ResealJob {
  private said = false;

  /** @param secretCount the number of application secrets; with one secret there is nothing to re-encrypt */
  constructor(
    private readonly resealing: Pick<Resealing, 'run'>,
    private readonly secretCount: number,
    private readonly logger: Logger,
    private readonly cells: Pick<Cells, 'places'> = { places: [FIRST_CELL] },
  ) {}

  async run(): Promise<void> {
    let [renewed, lost] = [0, 0];
    await inTurn(this.cells.places, async (cell) => {
      const done = await inCell(cell, () => this.resealing.run());
      renewed += done.renewed;
      lost += done.lost;
    });
    if (this.secretCount < 2 || lost > 0 || (this.said && renewed === 0)) return;
    this.said = true;
    this.logger.info(
      'all data that is encrypted again automatically uses the first secret in APP_SECRETS; "admin sealed-with" lists what still needs the other secrets',
    );
  }
}

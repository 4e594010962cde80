import type { Tx } from '@billhook/db/unit-of-work';
import type { Doer } from '@billhook/invoicing/records/change';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import { Injectable } from '@nestjs/common';

/** Called in the transaction in which an invoice of a quote changes its amount, or ceases to count. The invoice is locked. */
export interface InvoiceFollower {
  /** Before the change: what follows from the invoice is still what it was. */
  lock(tx: Tx, invoice: InvoiceRow): Promise<void>;
  /** After it. */
  tell(tx: Tx, invoice: InvoiceRow, doer: Doer): Promise<void>;
}

/**
 * Who has to know what an invoice amounts to now. The quotes, which make invoices and so know this feature, subscribe here: this feature
 * knows nothing of them.
 */
@Injectable()
export class InvoiceFollowers {
  private readonly followers: InvoiceFollower[] = [];

  add(follower: InvoiceFollower): void {
    this.followers.push(follower);
  }

  async lock(tx: Tx, invoice: InvoiceRow): Promise<void> {
    for (const follower of this.followers) await follower.lock(tx, invoice);
  }

  async tell(tx: Tx, invoice: InvoiceRow, doer: Doer): Promise<void> {
    for (const follower of this.followers) await follower.tell(tx, invoice, doer);
  }
}

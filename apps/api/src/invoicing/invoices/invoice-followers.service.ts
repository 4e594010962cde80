import type { Tx } from '@billhook/db/unit-of-work';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import type { ChangeAuthor } from '@billhook/invoicing/records/change';
import { Injectable } from '@nestjs/common';

/** Called in the transaction in which an invoice of a quote changes its amount or no longer counts. The invoice is locked. */
export interface InvoiceFollower {
  /** Before the change: locks the records that depend on the invoice. */
  lock(tx: Tx, invoice: InvoiceRow): Promise<void>;
  /** After the change. */
  follow(tx: Tx, invoice: InvoiceRow, author: ChangeAuthor): Promise<void>;
}

/** Calls the code that depends on the amount of an invoice. Quotes subscribe here, because invoices must not import them. */
@Injectable()
export class InvoiceFollowers {
  private readonly followers: InvoiceFollower[] = [];

  add(follower: InvoiceFollower): void {
    this.followers.push(follower);
  }

  async lock(tx: Tx, invoice: InvoiceRow): Promise<void> {
    for (const follower of this.followers) await follower.lock(tx, invoice);
  }

  async follow(tx: Tx, invoice: InvoiceRow, author: ChangeAuthor): Promise<void> {
    for (const follower of this.followers) await follower.follow(tx, invoice, author);
  }
}

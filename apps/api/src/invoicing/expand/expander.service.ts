import { EXPANSIONS, type ExpansionName } from '@billhook/contract/invoicing/expand';
import type { RecordListOf, Tombstone } from '@billhook/contract/shared/list-query';
import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { PaymentsRepository } from '@billhook/invoicing/payments/payments.repository';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import { Injectable } from '@nestjs/common';
import { requirePermission } from '../../access/permission.rules.js';
import type { Principal } from '../../request/principal.js';
import type { Expansions, Records } from './expansions.sql.js';

/** A member that every record has and a tombstone lacks. */
interface Created {
  readonly createdAt: string;
}

type RequestedExpansions<Values> = readonly (keyof Values & ExpansionName)[];
type Expanded<View, Values> = View & { expanded?: Partial<Values> };

/** Writes one expansion of a record into its result. */
type WriteExpansion<View, Values> = (view: View, expanded: Partial<Values>) => void;

const isRecord = <View extends Created>(entry: View | Tombstone): entry is View => 'createdAt' in entry;

/**
 * The access guard checks these permissions if the route declares its expansions; this check covers a route that does not.
 * @throws Problem 403
 */
function requireAll(by: Principal, requested: readonly ExpansionName[]): void {
  requirePermission(by, ...new Set(requested.map((name) => EXPANSIONS[name])));
}

/** Adds the records that `expand` requests. */
@Injectable()
export class Expander {
  private readonly records: Records;

  constructor(
    clients: ClientsRepository,
    quotes: QuotesRepository,
    invoices: InvoicesRepository,
    payments: PaymentsRepository,
    creditNotes: CreditNotesRepository,
  ) {
    this.records = { clients, quotes, invoices, payments, creditNotes };
  }

  /**
   * Expands a record.
   * @param read returns the record; called only after the permissions of all expansions are checked
   * @throws Problem 403
   */
  async record<View extends Created, Values extends object>(
    by: Principal,
    expansions: Expansions<View, Values>,
    requested: RequestedExpansions<Values> = [],
    read: () => Promise<View>,
  ): Promise<Expanded<View, Values>> {
    requireAll(by, requested);
    const view = await read();
    const expand = await this.load(by, expansions, requested, [view]);
    return expand(view);
  }

  /**
   * Expands each record of a page. Tombstones stay unchanged.
   * @param read returns the page; called only after the permissions of all expansions are checked
   * @throws Problem 403
   */
  async list<View extends Created, Values extends object>(
    by: Principal,
    expansions: Expansions<View, Values>,
    requested: RequestedExpansions<Values> = [],
    read: () => Promise<RecordListOf<View>>,
  ): Promise<RecordListOf<Expanded<View, Values>>> {
    requireAll(by, requested);
    const { data, ...rest } = await read();
    const expand = await this.load(by, expansions, requested, data.filter(isRecord));
    return { ...rest, data: data.map((entry) => (isRecord(entry) ? expand(entry) : entry)) };
  }

  /** Reads the expansions of a page. @returns a function that expands one of its records */
  private async load<View extends Created, Values extends object>(
    by: Principal,
    expansions: Expansions<View, Values>,
    requested: RequestedExpansions<Values>,
    page: readonly View[],
  ): Promise<(view: View) => Expanded<View, Values>> {
    if (requested.length === 0) return (view) => view;
    const members: WriteExpansion<View, Values>[] = [];
    // Sequentially: a request uses at most one connection of the pool at a time.
    for (const name of requested) members.push(await this.member(by, expansions, name, page));
    return (view) => {
      const expanded: Partial<Values> = {};
      for (const member of members) member(view, expanded);
      return { ...view, expanded };
    };
  }

  private async member<View, Values, Name extends keyof Values>(
    by: Principal,
    expansions: Expansions<View, Values>,
    name: Name,
    page: readonly View[],
  ): Promise<WriteExpansion<View, Values>> {
    const valueOf = await expansions[name](this.records, by.company.id, page);
    return (view, expanded) => {
      expanded[name] = valueOf(view);
    };
  }
}

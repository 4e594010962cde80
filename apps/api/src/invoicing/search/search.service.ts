import type { FoundRecord } from '@billhook/contract/invoicing/found-record';
import type { ResourceView } from '@billhook/contract/resource-views';
import type { Sort } from '@billhook/contract/shared/list-query';
import { RECORD_NAMES, RESOURCES, type RecordName } from '@billhook/domain/shared/resources';
import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { RecordReaders } from '../records/record-readers.service.js';

/** Of each kind of record: what fits into a dialog. */
const FOUND_OF_A_KIND = 5;

/** The records that changed last, of all kinds. */
const LAST_CHANGED = 8;

const BY_CHANGE: Sort = { by: 'updatedAt', descending: true, idDescending: true };

type FoundText = Omit<FoundRecord, 'resource' | 'id' | 'name' | 'updatedAt'> & {
  readonly clientId: number | null;
  /** The name of the client as the record contains it. */
  readonly name: string | null;
};

interface FoundDocument {
  readonly clientId: number;
  readonly number: string | null;
  readonly client: { readonly name: string } | null;
  readonly currency: string;
  readonly totals: { readonly gross: string };
}

const shownDocument = ({ clientId, number, client, currency, totals }: FoundDocument) => ({
  ...{ clientId, number, currency },
  name: client?.name ?? null,
  amount: totals.gross,
});

/** What a result shows of each kind of record. */
const SHOWN: { readonly [Name in RecordName]: (record: ResourceView<Name>) => FoundText } = {
  client: ({ name, status }) => ({
    ...{ name, status, number: null, title: null },
    ...{ amount: null, currency: null, clientId: null },
  }),
  quote: (quote) => ({ ...shownDocument(quote), title: quote.title, status: quote.status }),
  invoice: (invoice) => ({ ...shownDocument(invoice), title: null, status: invoice.status }),
  credit_note: (note) => ({ ...shownDocument(note), title: null, status: null }),
  payment: ({ clientId, reference, status, amount, currency }) => ({
    ...{ clientId, status, amount, currency },
    ...{ number: reference, name: null, title: null },
  }),
};

/** Finds records of all kinds that the caller may read, with the searches of their lists. */
@Injectable()
export class SearchService {
  constructor(
    private readonly readers: RecordReaders,
    private readonly clients: ClientsRepository,
  ) {}

  async find(by: Principal, q: string | undefined): Promise<FoundRecord[]> {
    const readable = RECORD_NAMES.filter((name) => by.permissions.includes(RESOURCES[name].read));
    const found = await Promise.all(readable.map((name) => this.findKind(by, name, q)));
    const records = q === undefined ? lastChanged(found.flat()) : found.flat();
    const ids = by.permissions.includes('client.read') ? records.flatMap(({ clientId }) => clientId ?? []) : [];
    const clients = await this.clients.byIds(by.company.id, ids);
    return records.map(({ clientId, name, ...record }) => ({
      ...record,
      name: (clientId === null ? undefined : clients.get(clientId)?.name) ?? name,
    }));
  }

  private async findKind(by: Principal, resource: RecordName, q: string | undefined) {
    const reader = this.readers.of(resource);
    const query = q === undefined ? { sort: BY_CHANGE } : { q };
    const limit = q === undefined ? LAST_CHANGED : FOUND_OF_A_KIND;
    const { entries } = await reader.list(by.company.id, query, { limit });
    return entries.flatMap((entry) => {
      if (!('row' in entry)) return [];
      const record = reader.presented(entry.row) as ResourceView<typeof resource>;
      const shown = SHOWN[resource] as (record: ResourceView<typeof resource>) => FoundText;
      return [{ resource, id: record.id, updatedAt: record.updatedAt, ...shown(record) }];
    });
  }
}

const lastChanged = <Each extends { readonly updatedAt: string }>(records: readonly Each[]): Each[] =>
  records.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt)).slice(0, LAST_CHANGED);

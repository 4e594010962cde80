import type { ApiKeyList, ApiKeyView } from '@billhook/contract/identity/api-key';
import { KEY_STATUSES, type KeyStatus } from '@billhook/domain/identity/api-key';
import type { Clock } from '@billhook/platform/clock';
import type { Window } from '@billhook/db/lists/list-records';
import { Inject, Injectable } from '@nestjs/common';
import type { CompanyPrincipal } from '../../request/principal.js';
import { Paging } from '../../request/paging/paging.js';
import { CLOCK } from '@billhook/platform/tokens';
import { presentApiKey } from './api-key.presenter.js';
import { withoutSecrets, type KeyFilter } from '@billhook/identity/keys/key-filter';
import { KeysRepository } from '@billhook/identity/keys/keys.repository';
import { ownerFilter, requireVisible, type KeyOwnership } from './key-ownership.rules.js';

type Query = KeyFilter & { readonly limit: number; readonly cursor?: string | undefined };

/** Shows keys, the dead ones included. */
@Injectable()
export class KeysService {
  constructor(
    private readonly keys: KeysRepository,
    private readonly paging: Paging,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(by: CompanyPrincipal, reach: KeyOwnership, asked: Query): Promise<ApiKeyList> {
    const now = this.clock.now();
    const query = withoutSecrets(asked);
    const owner = ownerFilter(reach, by);
    const filter: KeyFilter = { ...query, ...(owner !== undefined && { memberId: owner }) };
    const list = `api-keys/${owner ?? 'company'}`;
    const read = (window: Window) => this.keys.list(by.company.id, filter, window, now);
    const page = await this.paging.page(list, by.company.id, query, read, (key) => presentApiKey(key, now));
    const counted = await this.keys.count(by.company.id, { ...filter, status: undefined }, now);
    const counts = Object.fromEntries(
      KEY_STATUSES.map((status) => [status, counted.find((row) => row.status === status)?.count ?? 0]),
    ) as Record<KeyStatus, number>;
    return { ...page, counts };
  }

  /** @throws Problem 404 */
  async get(by: CompanyPrincipal, reach: KeyOwnership, id: number): Promise<ApiKeyView> {
    const key = await this.keys.find(by.company.id, id);
    requireVisible(reach, by, key);
    return presentApiKey(key, this.clock.now());
  }
}

import {
  NO_ROUTE,
  type ListRequests,
  type LoggedRequestDetail,
  type LoggedRequestView,
} from '@billhook/contract/identity/logged-request';
import type { ListOf } from '@billhook/contract/shared/page';
import type { Window } from '@billhook/db/lists/list-records';
import { Problem } from '@billhook/domain/shared/problems';
import { REQUEST_ID_PATTERN } from '@billhook/domain/shared/value-patterns';
import { RequestLogRepository, type RequestScope } from '@billhook/identity/request-log/request-log.repository';
import { Injectable } from '@nestjs/common';
import { PagingService } from '../../request/paging/paging.service.js';
import { callerNumber, type CompanyPrincipal } from '../../request/principal.js';
import { RouteTable } from '../../request/routes/route-table.js';
import { RequestLogWriter } from './request-log-writer.service.js';
import { presentLoggedRequest, presentRequestDetail } from './request-log.presenter.js';

/** Reads the log of requests. */
@Injectable()
export class RequestLogService {
  constructor(
    private readonly log: RequestLogRepository,
    private readonly writer: RequestLogWriter,
    private readonly paging: PagingService,
    private readonly routes: RouteTable,
  ) {}

  /**
   * Newest first.
   * @throws Problem invalid_query for a route that is not in the reference
   */
  async list(by: CompanyPrincipal, query: ListRequests): Promise<ListOf<LoggedRequestView>> {
    if (query.route !== undefined) this.#checkRoute(query.route);
    await this.writer.flushBriefly();
    const { limit: _, cursor: __, ...filters } = query;
    const scope = scopeOf(by);
    const read = (window: Window) => this.log.list(scope, filters, window);
    return this.paging.page('requests', by.company.id, query, read, presentLoggedRequest);
  }

  /** @throws Problem not_found, also for a request that the caller may not see */
  async get(by: CompanyPrincipal, id: string): Promise<LoggedRequestDetail> {
    await this.writer.flushBriefly();
    const row = REQUEST_ID_PATTERN.test(id) ? await this.log.find(scopeOf(by), id) : undefined;
    if (!row) throw new Problem('not_found', 'There is no such request.');
    return presentRequestDetail(row, isBearer(by) ? undefined : by.permissions);
  }

  #checkRoute(route: string): void {
    const documented = this.routes.documented(route);
    if (documented === route) return;
    const message = documented === undefined ? NO_ROUTE : `${NO_ROUTE}; did you mean ${documented}?`;
    throw new Problem('invalid_query', undefined, { errors: [{ parameter: 'route', code: 'invalid_value', message }] });
  }
}

const isBearer = ({ kind }: CompanyPrincipal): boolean => kind === 'key' || kind === 'app';

/** A key or application sees its own requests, a member those of their keys and applications, and an administrator those of the company. */
function scopeOf(by: CompanyPrincipal): RequestScope {
  const companyId = by.company.id;
  if (by.kind === 'key' || by.kind === 'app') return { companyId, caller: callerNumber(by) };
  return by.permissions.includes('api_key.manage') ? { companyId } : { companyId, memberId: by.memberId };
}

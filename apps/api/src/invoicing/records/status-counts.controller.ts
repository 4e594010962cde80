import { StatusCounts } from '@billhook/contract/invoicing/status-counts';
import type { StatusCountRows } from '@billhook/db/lists/list-records';
import { COUNTED } from '@billhook/db/lists/list-statement';
import type { Permission } from '@billhook/domain/identity/permissions';
import { currencyDigits, type CurrencyCode } from '@billhook/domain/invoicing/codes/currency';
import { decimalOrThrow, formatDecimal } from '@billhook/domain/shared/decimal';
import { Controller, Get, Inject, Query, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { By, type Principal } from '../../request/principal.js';
import { Requires, Returns } from '../../request/routes/route.decorator.js';

interface CountsStatuses<ListQuery> {
  statusCounts(by: Principal, query: ListQuery): Promise<StatusCountRows>;
}

interface StatusCountRoutes<Service, ListQuery> {
  /** The name in paths. */
  readonly name: string;
  readonly read: Permission;
  readonly service: Type<Service>;
  readonly listQuery: z.ZodType<ListQuery>;
}

/** The counts of a list by status, with the filters of the list, for the screens. */
export function statusCountsController<Service extends CountsStatuses<ListQuery>, ListQuery>(
  routes: StatusCountRoutes<Service, ListQuery>,
): Type<unknown> {
  const { name, read, service, listQuery } = routes;

  @Controller(`app/${name}/status-counts`)
  class StatusCountsController {
    @Inject(service) readonly records!: Service;

    @Get()
    @Requires(read)
    @Returns(StatusCounts, { summary: `Count ${name} by status`, problems: ['invalid_query'] })
    async get(@By() by: Principal, @Query({ schema: listQuery }) query: ListQuery): Promise<StatusCounts> {
      return presentStatusCounts(await this.records.statusCounts(by, query));
    }
  }
  return StatusCountsController;
}

/** @param counted the rows of each status together */
function presentStatusCounts({ rows, capped }: StatusCountRows): StatusCounts {
  const statuses = [...new Set(rows.map(({ status }) => status))].map((status) => {
    const of = rows.filter((row) => row.status === status);
    const count = of.reduce((sum, row) => sum + row.count, 0);
    const isCapped = count > COUNTED;
    const amounts = of.map(({ currency, amount }) => ({
      currency,
      amount: formatDecimal(decimalOrThrow(amount), currencyDigits(currency as CurrencyCode)),
    }));
    return { status, count: Math.min(count, COUNTED), capped: isCapped, amounts: isCapped ? [] : amounts };
  });
  return { capped, statuses };
}

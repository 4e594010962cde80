import type { ExpansionName } from '@billhook/contract/invoicing/expand';
import { TimelineView } from '@billhook/contract/invoicing/timeline';
import { exportQueryOf } from '@billhook/contract/shared/export-query';
import { UPDATED_SINCE_HINT, type RecordListOf, type RecordQuery } from '@billhook/contract/shared/list-query';
import type { Listed, Window } from '@billhook/db/lists/list-records';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Delete, Get, Inject, Query, Req, Res, type StreamableFile, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { PagingService } from '../../request/paging/paging.service.js';
import { By, type Principal } from '../../request/principal.js';
import {
  LIST_FILE,
  Requires,
  Returns,
  ReturnsFile,
  ReturnsNothing,
  type Outcome,
} from '../../request/routes/route.decorator.js';
import { Id, Target, type RecordTarget } from '../../request/routes/target.param.js';
import { Expander } from '../expand/expander.service.js';
import type { Expansions } from '../expand/expansions.sql.js';
import { EXPORT_HINT, ListExportService } from './list-export.service.js';

/** A member that every record has and its tombstone lacks. */
interface CreatedView {
  readonly createdAt: string;
}

interface ExpandQuery<Values> {
  readonly expand?: readonly (keyof Values & ExpansionName)[] | undefined;
}

interface RecordReads<Row, ListQuery> {
  list(by: Principal, query: ListQuery, window: Window): Promise<Listed<Row>>;
  get(by: Principal, id: number): Promise<Row>;
  timeline(by: Principal, id: number): Promise<TimelineView>;
}

interface RecordDeletes {
  delete(by: Principal, target: RecordTarget): Promise<void>;
}

/** The routes that every kind of record has. */
export interface RecordRoutes<Service, Row, View, ListQuery, Values> {
  /** The name in paths: `credit-notes`. */
  readonly name: string;
  readonly read: Permission;
  readonly service: Type<Service>;
  readonly present: (row: Row) => View;
  readonly schemas: {
    readonly listQuery: z.ZodType<ListQuery>;
    readonly list: z.ZodType;
    /** For a record with expansions. */
    readonly getQuery?: z.ZodType<ExpandQuery<Values>>;
    readonly view: z.ZodType;
  };
  readonly expansions?: Expansions<View, Values>;
  readonly summaries: Readonly<Record<'list' | 'export' | 'get' | 'timeline', string>>;
}

/** The service that every controller of records has. */
export interface RecordController<Service> {
  readonly records: Service;
}

/** A base class with the routes that read a record: list, export, get and timeline. The subclass adds the specific ones. */
export function recordController<
  Service extends RecordReads<Row, ListQuery>,
  Row,
  View extends CreatedView,
  ListQuery extends RecordQuery & ExpandQuery<Values>,
  Values extends object,
>(routes: RecordRoutes<Service, Row, View, ListQuery, Values>): Type<RecordController<Service>> {
  const { name, read, service, present, schemas, summaries } = routes;
  const exportQuery = exportQueryOf(schemas.listQuery) as z.ZodType<Omit<ListQuery, 'limit'>>;
  const expansions = routes.expansions ?? ({} as Expansions<View, Values>);

  class RecordRoutesController implements RecordController<Service> {
    @Inject(service) readonly records!: Service;
    @Inject(PagingService) readonly paging!: PagingService;
    @Inject(Expander) readonly expander!: Expander;
    @Inject(ListExportService) readonly exports!: ListExportService;

    @Get()
    @Requires(read, expansions)
    @Returns(schemas.list, {
      summary: summaries.list,
      description: UPDATED_SINCE_HINT,
      problems: ['invalid_query', 'cursor_mismatch'],
    })
    list(@By() by: Principal, @Query({ schema: schemas.listQuery }) query: ListQuery): Promise<RecordListOf<View>> {
      const page = (window: Window) => this.records.list(by, query, window);
      return this.expander.list(by, expansions, query.expand, () =>
        this.paging.records(name, by.company.id, query, page, present),
      );
    }

    @Get('export')
    @Requires(read)
    @ReturnsFile([LIST_FILE], {
      summary: summaries.export,
      description: EXPORT_HINT,
      problems: ['invalid_query'],
    })
    export(
      @By() by: Principal,
      @Query({ schema: exportQuery }) query: Omit<ListQuery, 'limit'>,
      @Req() request: FastifyRequest,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): StreamableFile {
      const page = (caller: Principal, window: Window) => this.records.list(caller, query as ListQuery, window);
      return this.exports.file<Row>(by, { name, read, page, present, view: schemas.view }, request, reply);
    }

    @Get(':id')
    @Requires(read, expansions)
    @Returns(schemas.view, {
      summary: summaries.get,
      problems: schemas.getQuery ? ['not_found', 'invalid_query'] : ['not_found'],
    })
    get(@By() by: Principal, @Id() id: number, query?: ExpandQuery<Values>): Promise<View> {
      const record = async () => present(await this.records.get(by, id));
      return this.expander.record(by, expansions, query?.expand, record);
    }

    @Get(':id/timeline')
    @Requires(read)
    @Returns(TimelineView, { summary: summaries.timeline, problems: ['not_found'] })
    timeline(@By() by: Principal, @Id() id: number): Promise<TimelineView> {
      return this.records.timeline(by, id);
    }
  }

  // A route without a declared query accepts none.
  if (schemas.getQuery) Query({ schema: schemas.getQuery })(RecordRoutesController.prototype, 'get', 2);
  return RecordRoutesController;
}

/** The same class with the route that deletes a record. */
export function deletableRecordController<
  Service extends RecordReads<Row, ListQuery> & RecordDeletes,
  Row,
  View extends CreatedView,
  ListQuery extends RecordQuery & ExpandQuery<Values>,
  Values extends object,
>(
  routes: RecordRoutes<Service, Row, View, ListQuery, Values> & {
    readonly write: Permission;
    readonly delete: Omit<Outcome, 'status'>;
  },
): Type<RecordController<Service>> {
  class DeletableRecordController extends recordController(routes) {
    @Delete(':id')
    @Requires(routes.write)
    @ReturnsNothing(routes.delete)
    delete(@By() by: Principal, @Target() target: RecordTarget): Promise<void> {
      return this.records.delete(by, target);
    }
  }
  return DeletableRecordController;
}

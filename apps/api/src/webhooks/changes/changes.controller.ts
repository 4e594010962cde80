import { EXAMPLE_END } from '@billhook/contract/examples/example-changes';
import type { ListOf } from '@billhook/contract/shared/page';
import {
  ChangeList,
  ListChanges,
  StreamChanges,
  StreamScreenChanges,
  type ChangeView,
} from '@billhook/contract/webhooks/change';
import { Controller, Get, Headers, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  By,
  ByBearer,
  ByMember,
  type BearerCaller,
  type Principal,
  type SignedInMember,
} from '../../request/principal.js';
import { Authenticated, Requires, Returns, ReturnsEventStream } from '../../request/routes/route.decorator.js';
import { respondWithStream } from '../log/respond-with-stream.js';
import { ChangesService, ChangeStreams } from './changes.service.js';
import { ScreenStreams } from './screen-streams.service.js';

@ApiTags('Changes')
@Controller('v1/changes')
export class ChangesController {
  constructor(
    private readonly changes: ChangesService,
    private readonly streams: ChangeStreams,
  ) {}

  @Get()
  @Requires('event.read')
  @Returns(ChangeList, {
    summary: 'List the changes of records after a position',
    description:
      'The log has one entry for each version of each client, quote, invoice, credit note and payment, and one for each deletion, in the order in which they were committed. Once you have read up to a position, no change appears before it. `record` is the record as it is now, if the key may read it: apply it unless your copy has a later version. Several changes of one record in a response have the record once, at the last of them. Members that are computed when a record is read, such as the balances of a client, change without a new version.',
    problems: ['invalid_query', 'cursor_mismatch', 'changes_expired'],
  })
  list(@By() by: Principal, @Query({ schema: ListChanges }) query: ListChanges): Promise<ListOf<ChangeView>> {
    return this.changes.list(by, query);
  }

  @Get('stream')
  @Requires('event.read')
  @ReturnsEventStream({
    summary: 'Stream changes of records as they are committed',
    description:
      'Server-sent events: `id` is the `cursor` of the change, `event` is `change`, `data` the change on one line, as `GET /v1/changes` returns it to this key. It behaves like the stream of events, and counts towards the same limits of open streams.',
    problems: ['invalid_query', 'cursor_mismatch', 'changes_expired', 'too_many_streams'],
    example: `id: ${EXAMPLE_END}\nevent: change\ndata: {"cursor":"${EXAMPLE_END}","resource":"invoice",…}\n\n`,
  })
  stream(
    @ByBearer() by: BearerCaller,
    @Query({ schema: StreamChanges }) { after, resources: types }: StreamChanges,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return respondWithStream(this.streams, { by, after, types, lastEventId, request, reply });
  }
}

@ApiTags('Settings')
@Controller('app/changes')
export class ScreenChangesController {
  constructor(private readonly streams: ScreenStreams) {}

  @Get('stream')
  // An EventSource sends no headers.
  @Authenticated({ isUnattended: true })
  @ReturnsEventStream({
    summary: 'Stream which records change, for the screens',
    description: 'Only of records that the member may read. The screens read what they show again.',
    problems: ['invalid_query', 'too_many_streams'],
    example: `id: ${EXAMPLE_END}\nevent: change\ndata: {"resource":"invoice","id":1042,"version":3,"deleted":false}\n\n`,
  })
  stream(
    @ByMember() by: SignedInMember,
    @Query({ schema: StreamScreenChanges }) { after }: StreamScreenChanges,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return respondWithStream(this.streams, { by, after, types: undefined, lastEventId: undefined, request, reply });
  }
}

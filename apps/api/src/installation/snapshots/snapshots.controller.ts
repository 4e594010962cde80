import { CreateSnapshot, SnapshotView } from '@billhook/contract/installation/snapshot';
import {
  MOST_RUNNING_SNAPSHOTS,
  MOST_STORED_SNAPSHOTS,
  SNAPSHOT_HOURS,
  UNCOUNTED_DOWNLOADS,
} from '@billhook/domain/shared/snapshot';
import { Body, Controller, Get, Post, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { By, type Principal } from '../../request/principal.js';
import { MayRequire, Requires, Returns, ReturnsFile } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { respondWithRange } from '../ranged-files/respond-with-range.js';
import { SnapshotsService } from './snapshots.service.js';

const PART_TYPE = 'application/gzip';

@ApiTags('Changes')
@Controller('v1/snapshots')
export class SnapshotsController {
  constructor(private readonly snapshots: SnapshotsService) {}

  @Post()
  @Requires('event.read')
  @MayRequire(
    'Records of a kind require the permission to read them, such as `invoice.read`. The others are left out; without any, the snapshot is empty.',
  )
  @Returns(SnapshotView, {
    status: 202,
    summary: 'Copy all records from one state',
    description: `Writes all clients, quotes, invoices, credit notes and payments, or those that \`resources\` names, in the background, from one state of the database. \`GET /v1/snapshots/{id}\` shows the progress, and then the parts and the position in the log of changes from which to continue. Kinds of records that the key may not read are left out, and listed in \`leftOut\`. A company can have ${MOST_RUNNING_SNAPSHOTS} snapshots that have not ended, and its newest ${MOST_STORED_SNAPSHOTS} are stored.`,
    problems: ['invalid_body', 'too_many_snapshots'],
  })
  create(@By() by: Principal, @Body({ schema: CreateSnapshot }) body: CreateSnapshot): Promise<SnapshotView> {
    return this.snapshots.create(by, body);
  }

  @Get(':id')
  @Requires('event.read')
  @Returns(SnapshotView, { summary: 'Get a snapshot', problems: ['not_found'] })
  get(@By() by: Principal, @Id() id: number): Promise<SnapshotView> {
    return this.snapshots.get(by, id);
  }
}

@ApiTags('Changes')
@Controller('v1/snapshot-parts')
export class SnapshotPartsController {
  constructor(private readonly snapshots: SnapshotsService) {}

  @Get(':id')
  @Requires('event.read', {}, { canBeIncluded: true })
  @MayRequire('A part requires the permission to read its records, such as `invoice.read`.')
  @ReturnsFile([PART_TYPE], {
    summary: 'Download a part of a snapshot',
    description: `Lines of JSON, compressed with gzip: each is a record as its GET returned it. Available for ${SNAPSHOT_HOURS} hours after the end of the snapshot. Supports \`Range\`. The first ${UNCOUNTED_DOWNLOADS} requests for a part do not count towards the rate limits.`,
    problems: ['not_found', 'insufficient_scope', 'snapshot_expired', 'range_not_satisfiable'],
  })
  async part(
    @By() by: Principal,
    @Id() id: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { bytes: size, digest, read } = await this.snapshots.part(by, id);
    return respondWithRange(request, reply, {
      ...{ size, read, tag: `"${digest}"`, type: PART_TYPE },
      name: `billhook-snapshot-part-${id}.ndjson.gz`,
    });
  }
}

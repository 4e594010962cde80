import { DepartureView, PreviewDeparture } from '@billhook/contract/identity/departure';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Requires, Returns } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { DeparturesService } from './departures.service.js';

@ApiTags('Settings')
@Controller('app/members/:id')
export class DeparturesController {
  constructor(private readonly departures: DeparturesService) {}

  @Post('departure')
  @Requires('member.manage')
  @Returns(DepartureView, {
    summary: 'Preview what stops when a member leaves or loses permissions',
    description:
      'Changes nothing. Only callers with `api_key.manage` see the keys themselves. Requests are counted over the last 7 days, including today.',
    problems: ['invalid_body', 'not_found', 'permission_missing'],
  })
  departure(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Body({ schema: PreviewDeparture }) body: PreviewDeparture,
  ): Promise<DepartureView> {
    return this.departures.preview(by, id, body);
  }
}

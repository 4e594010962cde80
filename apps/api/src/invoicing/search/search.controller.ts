import { FindRecords, FoundRecords } from '@billhook/contract/invoicing/found-record';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Authenticated, Returns } from '../../request/routes/route.decorator.js';
import { SearchService } from './search.service.js';

@ApiTags('Settings')
@Controller('app/search')
export class SearchController {
  constructor(private readonly search: SearchService) {}

  @Get()
  @Authenticated()
  @Returns(FoundRecords, {
    summary: 'Find records of all kinds that you may read',
    problems: ['invalid_query'],
  })
  async find(@By() by: Principal, @Query({ schema: FindRecords }) { q }: FindRecords): Promise<FoundRecords> {
    return { data: await this.search.find(by, q) };
  }
}

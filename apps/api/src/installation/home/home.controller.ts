import { HomeView } from '@billhook/contract/installation/home';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Requires, Returns } from '../../request/routes/route.decorator.js';
import { HomeService } from './home.service.js';

/** The home page, whose amounts have their own routes. */
@ApiTags('Settings')
@Controller('app/home')
export class HomeController {
  constructor(private readonly home: HomeService) {}

  @Get()
  @Requires('invoice.read')
  @Returns(HomeView, {
    summary: 'List what waits for a person',
    description:
      'Counts only what the caller may see: the keys of the company with `api_key.manage`, otherwise their own.',
    problems: ['permission_missing'],
  })
  get(@ByMember() by: SignedInMember): Promise<HomeView> {
    return this.home.get(by);
  }
}

import { InstallationSetUp, SetUpInstallation } from '@billhook/contract/installation/set-up';
import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public, Returns } from '../../request/routes/route.decorator.js';
import { SetUpService } from './set-up.service.js';

@ApiTags('Settings')
@Controller('app/set-up')
export class SetUpController {
  constructor(private readonly setUp: SetUpService) {}

  @Post()
  @Public()
  @Header('Cache-Control', 'no-store')
  @Returns(InstallationSetUp, {
    status: 201,
    summary: 'Create the first company of the installation',
    description: 'Takes the token of the link in the log of the API. It works until there is a company.',
    problems: ['invalid_body', 'set_up_link_invalid'],
  })
  run(@Body({ schema: SetUpInstallation }) body: SetUpInstallation): Promise<InstallationSetUp> {
    return this.setUp.run(body);
  }
}

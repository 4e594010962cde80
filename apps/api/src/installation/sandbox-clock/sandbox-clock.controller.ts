import { AdvanceClock, SandboxAdvanceView, SandboxClockView } from '@billhook/contract/installation/sandbox-clock';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { recordPaths, Requires, Returns } from '../../request/routes/route.decorator.js';
import { SandboxClockService } from './sandbox-clock.service.js';

@ApiTags('Sandbox')
@Controller(recordPaths('sandbox/clock'))
export class SandboxClockController {
  constructor(private readonly clock: SandboxClockService) {}

  @Get()
  @Requires('event.read')
  @Returns(SandboxClockView, {
    summary: 'Get the time of the sandbox',
    description: 'The present time of the sandbox, and the last advance of its clock with its progress.',
    problems: ['sandbox_required'],
  })
  get(@By() by: Principal): Promise<SandboxClockView> {
    return this.clock.get(by);
  }

  @Post()
  @Requires('integration.write')
  @Returns(SandboxAdvanceView, {
    status: 202,
    summary: 'Advance the time of the sandbox',
    description:
      'Moves the time of the sandbox forward, from one due time to the next, in the background: invoices become overdue, quotes, keys, links and grants expire, warnings are sent, and waiting deliveries and the health of endpoints follow. `GET /v1/sandbox/clock` shows the progress. The time never goes back, and a reset keeps it.',
    problems: ['invalid_body', 'sandbox_required', 'clock_advancing'],
  })
  advance(@By() by: Principal, @Body({ schema: AdvanceClock }) body: AdvanceClock): Promise<SandboxAdvanceView> {
    return this.clock.advance(by, body);
  }
}

import { AuditList, ListAudit, type AuditEntryView } from '@billhook/contract/audit';
import type { ListOf } from '@billhook/contract/common';
import type { Window } from '@billhook/records/lists/list-records';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../access/principal.js';
import { Requires } from '../access/requires.decorator.js';
import { Paging } from '../http/paging.js';
import { Returns } from '../http/returns.decorator.js';
import type { AuditEntry } from './audit-entry.entity.js';
import { AuditLog } from './audit-log.js';

const presentEntry = ({ companyId: _, at, ...rest }: AuditEntry): AuditEntryView => ({ ...rest, at: at.toISOString() });

@ApiTags('Settings')
@Controller('app/audit-log')
export class AuditController {
  constructor(
    private readonly audit: AuditLog,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Requires('audit.read')
  @Returns(AuditList, { summary: 'List what was done, newest first' })
  async list(@By() by: Principal, @Query({ schema: ListAudit }) query: ListAudit): Promise<ListOf<AuditEntryView>> {
    const { id } = by.company;
    const read = (window: Window) => this.audit.list(id, query, window);
    return this.paging.page('audit', id, query, read, presentEntry);
  }
}

import { Database } from '@billhook/db/database';
import { findInCells } from '@billhook/db/find-in-cells';
import { LOGO_TYPES } from '@billhook/domain/identity/logo';
import { Problem } from '@billhook/domain/shared/problems';
import { logoOfAddress } from '@billhook/identity/companies/company-logos.repository';
import { Controller, Get, Param, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public, ReturnsFile } from '../../request/routes/route.decorator.js';

/** The logos of documents, for pages and previews. The address contains the digest, which only readers of a document know. */
@ApiExcludeController()
@Controller('logos')
export class LogosController {
  constructor(private readonly db: Database) {}

  @Get(':digest')
  @Public()
  @ReturnsFile(LOGO_TYPES, { summary: 'Get a logo', problems: ['not_found'] })
  async get(@Param('digest') digest: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    const find = () => logoOfAddress(this.db, digest);
    const logo = /^[0-9a-f]{64}$/.test(digest) ? await findInCells(this.db.cells, find) : undefined;
    if (!logo) throw new Problem('not_found', 'There is no such logo.');
    void reply.header('Cache-Control', 'public, max-age=31536000, immutable');
    // An image that is opened as a page must not run anything, whatever a browser takes it for.
    void reply.header('Content-Security-Policy', "default-src 'none'; sandbox");
    return new StreamableFile(logo.bytes, { type: logo.type, disposition: 'inline', length: logo.bytes.length });
  }
}

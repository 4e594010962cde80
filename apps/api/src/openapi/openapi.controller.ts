import { Controller, Get, Module } from '@nestjs/common';
import { ApiTags, type OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { Public, Returns } from '../request/routes/route.decorator.js';
import { CommittedDocument } from './committed-document.js';

const DocumentView = z
  .looseObject({ openapi: z.string().meta({ description: 'The version of OpenAPI', example: '3.1.0' }) })
  .meta({ id: 'OpenApi' });

@ApiTags('Description')
@Controller('v1')
export class OpenApiController {
  constructor(private readonly committed: CommittedDocument) {}

  @Get('openapi.json')
  @Public()
  @Returns(DocumentView, { summary: 'This document (OpenAPI 3.1)' })
  get(): OpenAPIObject {
    return this.committed.document;
  }
}

@Module({ controllers: [OpenApiController], providers: [CommittedDocument], exports: [CommittedDocument] })
export class OpenApiModule {}

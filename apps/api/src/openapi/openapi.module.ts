import { Module } from '@nestjs/common';
import { OpenApiController } from './openapi.controller.js';
import { CommittedDocument } from './committed-document.js';

@Module({ controllers: [OpenApiController], providers: [CommittedDocument], exports: [CommittedDocument] })
export class OpenApiModule {}

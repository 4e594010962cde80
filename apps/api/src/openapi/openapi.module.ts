import { Module } from '@nestjs/common';
import { CommittedDocument } from './committed-document.js';
import { OpenApiController } from './openapi.controller.js';

@Module({ controllers: [OpenApiController], providers: [CommittedDocument], exports: [CommittedDocument] })
export class OpenApiModule {}

import { Module } from '@nestjs/common';
import { PermissionCatalogueController } from './permission-catalogue.controller.js';
import { PermissionsController } from './permissions.controller.js';

@Module({ controllers: [PermissionsController, PermissionCatalogueController] })
export class PermissionsModule {}

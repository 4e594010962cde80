import { Module } from '@nestjs/common';
import { DeprecatedRoutes } from '../../request/routes/deprecated-routes.js';
import { DeprecatedCalls } from './deprecated-calls.js';
import { DeprecatedCallsRepository } from '@billhook/identity/deprecations/deprecated-calls.repository';
import { DeprecationsController } from './deprecations.controller.js';
import { DeprecationsService } from './deprecations.service.js';

/** Routes that will be removed, and who still calls them. */
@Module({
  controllers: [DeprecationsController],
  providers: [DeprecatedRoutes, DeprecatedCalls, DeprecatedCallsRepository, DeprecationsService],
})
export class DeprecationsModule {}

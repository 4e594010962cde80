import { Module } from '@nestjs/common';
import { HealthController, SecurityTxtController } from './health.controller.js';
import { HealthService } from './health.service.js';

/** Health checks, and the resources at well-known addresses. */
@Module({ controllers: [HealthController, SecurityTxtController], providers: [HealthService] })
export class HealthModule {}

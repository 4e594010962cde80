import { Module } from '@nestjs/common';
import { HealthController, SecurityTxtController } from './health.controller.js';
import { HealthService } from './health.service.js';

/** Health checks, and what is found at an address that a standard names. */
@Module({ controllers: [HealthController, SecurityTxtController], providers: [HealthService] })
export class HealthModule {}

import { Module } from '@nestjs/common';
import { HealthController, SecurityTxtController } from './health.controller.js';

/** Health checks, and what is found at an address that a standard names. */
@Module({ controllers: [HealthController, SecurityTxtController] })
export class HealthModule {}

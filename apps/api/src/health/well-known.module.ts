import { Module } from '@nestjs/common';
import { SecurityTxtController } from './security-txt.controller.js';

/** What is found at an address that a standard names. */
@Module({ controllers: [SecurityTxtController] })
export class WellKnownModule {}

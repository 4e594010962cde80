import type { Logger } from '@billhook/platform/logger';
import type { LoggerService } from '@nestjs/common';

/** Nest's own lines, in our log. Its start-up chatter is for who debugs it. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug(String(message));
  }

  error(message: unknown, ...more: unknown[]): void {
    this.logger.error({ more }, String(message));
  }

  warn(message: unknown): void {
    this.logger.warn(String(message));
  }

  debug(message: unknown): void {
    this.logger.trace(String(message));
  }
}

import type { Logger } from './logger.js';

/**
 * NestJS's own lines in our log: give it as `logger`. It has the methods of Nest's LoggerService, and needs nothing of Nest. What Nest tells
 * while it assembles modules helps only to debug that.
 */
export class NestLogger {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, ...context: unknown[]): void {
    this.logger.error({ context, err: message instanceof Error ? message : undefined }, String(message));
  }

  fatal(message: unknown, ...context: unknown[]): void {
    this.logger.fatal({ context }, String(message));
  }

  debug(message: unknown, ...context: unknown[]): void {
    this.logger.debug({ context }, String(message));
  }

  verbose(message: unknown, ...context: unknown[]): void {
    this.logger.trace({ context }, String(message));
  }
}

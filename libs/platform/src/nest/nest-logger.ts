import type { Logger } from '../logger.js';

/**
 * Writes the log of NestJS to our logger. Has the methods of Nest's LoggerService without depending on Nest.
 * Omits messages about the assembly of modules, which help only to debug it.
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

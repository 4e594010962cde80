import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** The metadata key for the reason why a handler does not support dry runs. */
export const NO_DRY_RUN = 'no-dry-run';

/**
 * A write of `/v1` that rejects `Prefer: dry-run`, because its response must not be available without the timeline entry.
 * @param why a sentence for the error
 */
export const NoDryRun = (why: string): MethodDecorator =>
  applyDecorators(SetMetadata(NO_DRY_RUN, why), ApiExtension('x-no-dry-run', true));

import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** Under which metadata a handler says why it takes no dry run. */
export const NO_DRY_RUN = 'no-dry-run';

/**
 * A write of `/v1` that refuses `Prefer: dry-run`: its answer alone is what matters, and it must not be had without the trace it leaves.
 * @param why a sentence for the refusal
 */
export const NoDryRun = (why: string): MethodDecorator =>
  applyDecorators(SetMetadata(NO_DRY_RUN, why), ApiExtension('x-no-dry-run', true));

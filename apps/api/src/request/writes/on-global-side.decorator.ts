import { SetMetadata } from '@nestjs/common';

/** The metadata key of `OnGlobalSide`. */
export const ON_GLOBAL_SIDE = 'on-global-side';

/** A write of `/v1` that changes the global side alone, so its stored response is there as well and not in the cell of the caller. */
export const OnGlobalSide = (): MethodDecorator => SetMetadata(ON_GLOBAL_SIDE, true);

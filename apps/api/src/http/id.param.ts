import { IdText } from '@billhook/contract/common';
import { Param } from '@nestjs/common';

/** The id in the path, as a number. Anything else is not found. */
export const Id = (): ParameterDecorator => Param('id', { schema: IdText });

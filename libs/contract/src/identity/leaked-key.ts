import { z } from 'zod';
import { KEY_PATTERN } from '@billhook/domain/identity/api-key';
import { oneLine } from '../shared/common.js';
import { EXAMPLE_KEY } from './key-format.js';

export const ReportLeakedKey = z
  .strictObject({
    key: z.string().min(1, 'must not be blank').max(200, 'takes a key').meta({
      description: 'The whole key: who holds it may end it. Its last six characters are a checksum, which must hold',
      pattern: KEY_PATTERN.source,
    }),
    source: oneLine(300)
      .optional()
      .meta({ description: 'Where it was found, for its owner to read: an address does well' }),
  })
  .meta({
    id: 'ReportLeakedKey',
    example: { key: EXAMPLE_KEY, source: 'https://git.example/atelier/shop/blob/main/config.php' },
  });
export type ReportLeakedKey = z.infer<typeof ReportLeakedKey>;

export const BurnedKey = z
  .object({
    status: z.literal('revoked').meta({ description: 'The key opens nothing any more, whether since now or before' }),
    prefix: z.string().meta({ description: 'What lists show of the key', example: EXAMPLE_KEY.slice(0, 12) }),
  })
  .meta({ id: 'BurnedKey' });
export type BurnedKey = z.infer<typeof BurnedKey>;

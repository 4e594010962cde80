import { KEY_PATTERN } from '@billhook/domain/identity/secret-format';
import { z } from 'zod';
import { oneLine } from '../shared/common.js';
import { EXAMPLE_KEY } from './key-format.js';

export const ReportLeakedKey = z
  .strictObject({
    key: z.string().min(1, 'must not be blank').max(200, 'must be a key').meta({
      description: 'The whole key, including a valid checksum (its last 6 characters)',
      pattern: KEY_PATTERN.source,
    }),
    source: oneLine(300)
      .optional()
      .meta({ description: 'Where the key was found, for example a URL. Its owner can read it' }),
  })
  .meta({
    id: 'ReportLeakedKey',
    example: { key: EXAMPLE_KEY, source: 'https://git.example/atelier/shop/blob/main/config.php' },
  });
export type ReportLeakedKey = z.infer<typeof ReportLeakedKey>;

export const BurnedKey = z
  .object({
    status: z.literal('revoked').meta({ description: 'The key no longer works' }),
    prefix: z
      .string()
      .meta({ description: 'The prefix of the key, as lists show it', example: EXAMPLE_KEY.slice(0, 12) }),
  })
  .meta({ id: 'BurnedKey' });
export type BurnedKey = z.infer<typeof BurnedKey>;

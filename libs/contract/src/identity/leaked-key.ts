import { list } from '../shared/bounded.js';
import { z } from 'zod';
import { KEY_PATTERN } from '@billhook/domain/identity/api-key';
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

/** What GitHub's secret scanning sends at most in one request, as far as we take it. */
export const MOST_FINDINGS = 1_000;

// Members may be added by GitHub: these are read, the others passed over.
const Finding = z.object({
  token: z.string().max(1_000),
  type: z.string().max(200),
  url: z.string().max(2_000).nullish(),
  source: z.string().max(200).nullish(),
});

/** The message of GitHub's secret scanning partner programme. */
export const GithubFindings = list(Finding).max(MOST_FINDINGS, `must have at most ${MOST_FINDINGS} tokens`);
export type GithubFindings = z.infer<typeof GithubFindings>;

/** What became of a token, as that programme takes it; the answer is an array of them. */
export const GithubLabel = z.object({
  token_hash: z.string().meta({ description: 'SHA-256 of the token, in hexadecimal' }),
  token_type: z.string(),
  label: z.enum(['true_positive', 'false_positive']),
});
export type GithubLabel = z.infer<typeof GithubLabel>;

import { z } from 'zod';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Has a valid format and checksum, but no installation created it: for documentation and tests. */
export const EXAMPLE_KEY = 'bhk_EXAMPLE0ThisKeyOpensNothingAndIsNoSecret0KwYdA';
export const EXAMPLE_SANDBOX_KEY = 'bht_EXAMPLE0ThisKeyOpensNothingAndIsNoSecret3z1rID';

/** The format of keys, for secret scanners: sufficient to recognise a key without a request. */
export const KeyFormat = z
  .object({
    prefix: z.string().meta({ description: 'The start of every key of a production company' }),
    sandboxPrefix: z.string().meta({ description: 'The start of every key of a sandbox' }),
    pattern: z.string().meta({ description: 'A regular expression that finds keys in text, for RE2 and PCRE' }),
    length: z.int().meta({ description: 'The length of a key, including the prefix' }),
    alphabet: z.string().meta({ description: 'The digits used after the prefix, from 0 to 61' }),
    checksum: z.object({
      algorithm: z.string(),
      encoding: z.string(),
      over: z.string(),
      length: z.int().meta({ description: 'The number of checksum characters at the end of the key' }),
    }),
    example: z.string().meta({ description: 'An example with a valid checksum that no installation accepts' }),
    sandboxExample: z.string().meta({ description: 'The same for a sandbox' }),
    burn: z
      .object({ method: z.string(), url: z.url() })
      .meta({ description: 'Where to report and revoke a leaked key' }),
    docs: z.url(),
  })
  .meta({ id: 'KeyFormat' });
export type KeyFormat = z.infer<typeof KeyFormat>;

/** @param publicUrl of this installation, without a trailing slash */
export const keyFormat = (publicUrl: string): KeyFormat => ({
  prefix: 'bhk_',
  sandboxPrefix: 'bht_',
  pattern: '\\bbh[kt]_[0-9A-Za-z]{46}\\b',
  length: 50,
  alphabet: BASE62,
  checksum: {
    algorithm: 'CRC-32 (IEEE 802.3, as in zlib and PNG)',
    encoding: 'base62 with the alphabet above, most significant digit first, 6 digits',
    over: 'everything before the checksum, including the prefix, as ASCII',
    length: 6,
  },
  example: EXAMPLE_KEY,
  sandboxExample: EXAMPLE_SANDBOX_KEY,
  burn: { method: 'POST', url: `${publicUrl}/v1/leaked-keys` },
  docs: `${publicUrl}/docs/leaked-keys/`,
});

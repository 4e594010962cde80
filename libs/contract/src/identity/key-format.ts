import { z } from 'zod';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Made by the rules, with a checksum that holds, and by no installation: what documents and tests may show. */
export const EXAMPLE_KEY = 'bhk_EXAMPLE0ThisKeyOpensNothingAndIsNoSecret0KwYdA';

/** How keys look, for scanners of secrets: enough to tell a key from what is none without asking anybody. */
export const KeyFormat = z
  .object({
    prefix: z.string().meta({ description: 'Every key begins with it' }),
    pattern: z.string().meta({ description: 'A regular expression that finds keys in text, as RE2 and PCRE read it' }),
    length: z.int().meta({ description: 'Characters of a key, prefix included' }),
    alphabet: z.string().meta({ description: 'The digits after the prefix, from 0 to 61' }),
    checksum: z.object({
      algorithm: z.string(),
      encoding: z.string(),
      over: z.string(),
      length: z.int().meta({ description: 'Its characters, the last of the key' }),
    }),
    example: z.string().meta({ description: 'A key with a checksum that holds, which no installation knows' }),
    burn: z.object({ method: z.string(), url: z.url() }).meta({ description: 'Where whoever has found a key ends it' }),
    docs: z.url(),
  })
  .meta({ id: 'KeyFormat' });
export type KeyFormat = z.infer<typeof KeyFormat>;

/** @param publicUrl of this installation, without a slash at the end */
export const keyFormat = (publicUrl: string): KeyFormat => ({
  prefix: 'bhk_',
  pattern: '\\bbhk_[0-9A-Za-z]{46}\\b',
  length: 50,
  alphabet: BASE62,
  checksum: {
    algorithm: 'CRC-32 (IEEE 802.3, as in zlib and PNG)',
    encoding: 'base62 with the alphabet above, most significant digit first, 6 digits',
    over: 'everything before its 6 digits, prefix included, as ASCII',
    length: 6,
  },
  example: EXAMPLE_KEY,
  burn: { method: 'POST', url: `${publicUrl}/v1/leaked-keys` },
  docs: `${publicUrl}/docs/leaked-keys/`,
});

/** A random secret of 32 characters practically always has more, even in hexadecimal. */
const DISTINCT_CHARACTERS = 10;

/** The share of characters in words above which a secret was typed. Of 200,000 random ones of 48 bytes in Base64, one had it. */
const SHARE_OF_WORDS = 0.6;

/** Letters in the case of a word, such as `first`, `First`, `FIRST` and `FirstSecret`. Letters of Base64 change their case after two on average. */
const WORD = /(?<![a-zA-Z])(?:[A-Z]?[a-z]{2,}|[A-Z]{3,})(?![a-zA-Z])|[A-Z][a-z]{4,}/g;

/** Why a secret is not random, as the end of a sentence. Undefined if nothing indicates it. */
export function secretWeakness(secret: string): string | undefined {
  if (new Set(secret).size < DISTINCT_CHARACTERS) return `has fewer than ${DISTINCT_CHARACTERS} different characters`;
  if (isRepeated(secret)) return 'repeats a part of itself';
  const inWords = [...secret.matchAll(WORD)].reduce((sum, [word]) => sum + word.length, 0);
  return inWords / secret.length > SHARE_OF_WORDS ? 'consists of words' : undefined;
}

/** Whether its second half occurs in it earlier, as in `changemechangemechangeme`. */
const isRepeated = (secret: string): boolean => {
  const half = secret.slice(Math.ceil(secret.length / 2));
  return secret.indexOf(half) < Math.ceil(secret.length / 2);
};

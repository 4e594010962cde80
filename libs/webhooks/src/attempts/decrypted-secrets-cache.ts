import type { AppSecrets } from '@billhook/platform/app-secrets';
import { openHeaders, openSecret } from '../endpoints/sealed-secret.rules.js';

const KEPT = 1_000;

/** Cache of decrypted secrets of endpoints: decrypting costs an attempt more than signing. */
export class DecryptedSecretsCache {
  readonly #secrets = new Map<string, string>();
  readonly #headers = new Map<string, Readonly<Record<string, string>>>();

  constructor(private readonly keys: AppSecrets) {}

  /** @throws an Error if the application secret is no longer configured, or the text was changed */
  secret(sealed: string): string {
    return kept(this.#secrets, sealed, () => openSecret(this.keys, sealed));
  }

  /** @throws an Error if the application secret is no longer configured, or the text was changed */
  headers(sealed: string | null): Readonly<Record<string, string>> {
    return sealed === null ? {} : kept(this.#headers, sealed, () => openHeaders(this.keys, sealed));
  }
}

function kept<T>(opened: Map<string, T>, sealed: string, open: () => T): T {
  const known = opened.get(sealed);
  if (known !== undefined) return known;
  const value = open();
  // Clears the whole cache. This is rare, and tracking the least used entry is not worth it.
  if (opened.size >= KEPT) opened.clear();
  opened.set(sealed, value);
  return value;
}

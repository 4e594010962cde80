import { createHash, hkdfSync } from 'node:crypto';

export interface DerivedKey {
  /** The version of the application secret, stored with the data. */
  readonly version: string;
  readonly key: Buffer;
}

/**
 * Keys derived (HKDF-SHA-256) from the application secrets, one for each purpose. The first secret encrypts; all secrets decrypt.
 * docs/operations.md, "Secrets", describes how to change them.
 */
export class AppSecrets {
  readonly #secrets: readonly string[];
  readonly #derived = new Map<string, readonly DerivedKey[]>();

  constructor(secrets: readonly string[]) {
    if (secrets.length === 0) throw new Error('at least one application secret is required');
    this.#secrets = secrets;
  }

  /** The versions of the secrets, in order. Stored data begins with the version of its secret, or names it. */
  get versions(): readonly string[] {
    return this.#secrets.map(versionOf);
  }

  /** All keys of a purpose, the current one first. */
  keys(purpose: string): readonly DerivedKey[] {
    let keys = this.#derived.get(purpose);
    if (!keys) {
      keys = this.#secrets.map((secret) => ({
        version: versionOf(secret),
        key: Buffer.from(hkdfSync('sha256', secret, '', `billhook/${purpose}`, 32)),
      }));
      this.#derived.set(purpose, keys);
    }
    return keys;
  }

  /** The key for new data. */
  current(purpose: string): DerivedKey {
    const [key] = this.keys(purpose);
    if (!key) throw new Error('unreachable: the constructor asked for one secret');
    return key;
  }

  /** The key of a stored version, or undefined if its secret is no longer configured. */
  find(purpose: string, version: string): DerivedKey | undefined {
    return this.keys(purpose).find((key) => key.version === version);
  }
}

const versionOf = (secret: string): string =>
  createHash('sha256').update(`billhook/version/${secret}`).digest('hex').slice(0, 8);

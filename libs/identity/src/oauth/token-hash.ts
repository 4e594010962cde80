import { createHmac } from 'node:crypto';
import type { AppSecrets, DerivedKey } from '@billhook/platform/app-secrets';
import type { KeyHash } from '../keys/key-hash.js';

const PURPOSE = 'oauth-token';

const hashUnder = ({ version, key: mac }: DerivedKey, text: string): KeyHash => ({
  version,
  hash: createHmac('sha256', mac).update(text).digest(),
});

/** The hash that is stored for a new token, code or client secret. @param kind keeps equal texts of two kinds apart */
export const hashOAuthToken = (secrets: AppSecrets, kind: string, text: string): KeyHash =>
  hashUnder(secrets.current(PURPOSE), `${kind} ${text}`);

/** The hashes under every configured application secret, the current one first. */
export const candidateTokenHashes = (secrets: AppSecrets, kind: string, text: string): KeyHash[] =>
  secrets.keys(PURPOSE).map((key) => hashUnder(key, `${kind} ${text}`));

import type { ReadRunner } from '@billhook/db/statement';
import { countOf, type ProtectedValues } from '@billhook/platform/protected-values';

/** How many credentials that can still work were hashed with a version of the application secret. */
export interface HashedCount {
  readonly words: string;
  readonly version: string;
  readonly count: number;
  /** How they move to the current secret. */
  readonly leaves: string;
}

const ON_USE = 'each is hashed again when it is next used';

interface HashedKind extends ProtectedValues {
  readonly leaves: string;
  readonly name: string;
}

const KINDS: readonly HashedKind[] = [
  {
    words: 'API keys',
    leaves: ON_USE,
    name: 'admin_key_versions',
    versions: `SELECT hash_version AS version FROM api_keys
      WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
  },
  {
    words: 'client secrets of applications',
    leaves: ON_USE,
    name: 'admin_client_secret_versions',
    versions: `SELECT s.hash_version AS version FROM oauth_secrets s
      JOIN oauth_applications a ON a.id = s.application_id WHERE s.revoked_at IS NULL AND a.archived_at IS NULL`,
  },
  { words: 'access tokens and codes of applications', leaves: 'each expires within an hour', ...tokens('other', '<>') },
  { words: 'refresh tokens of applications', leaves: ON_USE, ...tokens('refresh', '=') },
];

function tokens(kind: string, comparison: '=' | '<>') {
  return {
    name: `admin_token_versions_${kind}`,
    versions: `SELECT t.hash_version AS version
      FROM oauth_tokens t LEFT JOIN oauth_grants g ON g.id = t.grant_id
      WHERE t.kind ${comparison} 'RefreshToken' AND t.consumed_at IS NULL AND t.expires_at > now() AND g.revoked_at IS NULL
        AND (g.expires_at IS NULL OR g.expires_at > now())`,
  };
}

/** What keyed hashes protect, for the check of a program that starts. */
export const HASHED_VALUES: readonly ProtectedValues[] = KINDS;

export async function countHashed(db: ReadRunner): Promise<HashedCount[]> {
  const counts: HashedCount[] = [];
  for (const { words, leaves, name, versions } of KINDS) {
    const rows = await db.query<{ version: string; count: number }>({ name, text: countOf(versions) });
    counts.push(...rows.map(({ version, count }) => ({ words, leaves, version, count })));
  }
  return counts;
}

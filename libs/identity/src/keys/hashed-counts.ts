import type { ReadRunner } from '@billhook/db/statement';

/** How many credentials that can still work were hashed with a version of the application secret. */
export interface HashedCount {
  readonly words: string;
  readonly version: string;
  readonly count: number;
  /** How they move to the current secret. */
  readonly leaves: string;
}

const ON_USE = 'each is hashed again when it is next used';

const KINDS: readonly {
  readonly words: string;
  readonly leaves: string;
  readonly name: string;
  readonly text: string;
}[] = [
  {
    words: 'API keys',
    leaves: ON_USE,
    name: 'admin_key_versions',
    text: `SELECT hash_version AS version, count(*) AS count FROM api_keys
      WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) GROUP BY 1`,
  },
  {
    words: 'client secrets of applications',
    leaves: ON_USE,
    name: 'admin_client_secret_versions',
    text: `SELECT s.hash_version AS version, count(*) AS count FROM oauth_secrets s
      JOIN oauth_applications a ON a.id = s.application_id WHERE s.revoked_at IS NULL AND a.archived_at IS NULL GROUP BY 1`,
  },
  { words: 'access tokens and codes of applications', leaves: 'each expires within an hour', ...tokens('other', '<>') },
  { words: 'refresh tokens of applications', leaves: ON_USE, ...tokens('refresh', '=') },
];

function tokens(kind: string, comparison: '=' | '<>') {
  return {
    name: `admin_token_versions_${kind}`,
    text: `SELECT t.hash_version AS version, count(*) AS count
      FROM oauth_tokens t LEFT JOIN oauth_grants g ON g.id = t.grant_id
      WHERE t.kind ${comparison} 'RefreshToken' AND t.consumed_at IS NULL AND t.expires_at > now() AND g.revoked_at IS NULL
        AND (g.expires_at IS NULL OR g.expires_at > now())
      GROUP BY 1`,
  };
}

export async function countHashed(db: ReadRunner): Promise<HashedCount[]> {
  const counts: HashedCount[] = [];
  for (const { words, leaves, name, text } of KINDS) {
    const rows = await db.query<{ version: string; count: number }>({ name, text });
    counts.push(...rows.map(({ version, count }) => ({ words, leaves, version, count })));
  }
  return counts;
}

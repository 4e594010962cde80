import { Database } from '@billhook/db/database';
import { Injectable } from '@nestjs/common';
import type { ServedArchive } from './served-archive.entity.js';

/** The archives that this installation has served. They are never deleted: a lock file may name any of them. */
@Injectable()
export class ServedArchivesRepository {
  constructor(private readonly db: Database) {}

  async has({ name, digest }: Pick<ServedArchive, 'name' | 'digest'>): Promise<boolean> {
    const found = await this.db.query({
      name: 'served_archive_exists',
      text: 'SELECT 1 FROM served_archives WHERE name = $1 AND digest = $2',
      values: [name, digest],
    });
    return found.length > 0;
  }

  /** Stores an archive, unless another process has. */
  async add({ name, digest, content, storedAt }: ServedArchive): Promise<void> {
    await this.db.autocommit.query({
      name: 'served_archive_add',
      text: `INSERT INTO served_archives (name, digest, content, stored_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      values: [name, digest, content, storedAt],
    });
  }

  async contentOf(name: string, digest: string): Promise<Buffer | undefined> {
    const [found] = await this.db.query<Pick<ServedArchive, 'content'>>({
      name: 'served_archive_get',
      text: 'SELECT content FROM served_archives WHERE name = $1 AND digest = $2',
      values: [name, digest],
    });
    return found?.content;
  }

  /** The digest of the last archive that was stored under a name. */
  async lastDigestOf(name: string): Promise<string | undefined> {
    const [found] = await this.db.query<Pick<ServedArchive, 'digest'>>({
      name: 'served_archive_last',
      text: 'SELECT digest FROM served_archives WHERE name = $1 ORDER BY stored_at DESC, digest LIMIT 1',
      values: [name],
    });
    return found?.digest;
  }
}

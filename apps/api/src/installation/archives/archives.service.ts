import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ARCHIVE_INDEX, ArchiveIndex, archivePath } from '@billhook/contract/installation/archives';
import { ServedArchivesRepository } from '@billhook/installation/archives/served-archives.repository';
import type { Clock } from '@billhook/platform/clock';
import { CLOCK } from '@billhook/platform/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { DOCS } from '../../request/static/static-pages.hooks.js';

/** Other names are not looked up: PostgreSQL rejects some, such as one with a NUL. */
const ARCHIVE = /^[\w.-]+\.(tgz|whl)$/;

/** The archives of the clients. What a release has served, the next one serves under the same address. */
@Injectable()
export class ArchivesService {
  /** The address of each archive of this release, by its name without a version. */
  private present: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly served: ServedArchivesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores the archives of this release. A process calls it before it listens, so that every process can serve what one of them names.
   * @param docs the folder of the built documentation
   */
  async store(docs: string = DOCS): Promise<void> {
    const index = join(docs, ARCHIVE_INDEX);
    if (!existsSync(index)) return;
    const { archives } = ArchiveIndex.parse(JSON.parse(await readFile(index, 'utf8')));
    for (const { name, digest } of archives) {
      if (await this.served.has({ name, digest })) continue;
      const content = await readFile(join(docs, 'archives', digest, name));
      await this.served.add({ name, digest, content, storedAt: this.clock.now() });
    }
    this.present = new Map(archives.map(({ file, path }) => [file, path]));
  }

  async contentOf(name: string, digest: string): Promise<Buffer | undefined> {
    return ARCHIVE.test(name) && /^[0-9a-f]+$/.test(digest) ? this.served.contentOf(name, digest) : undefined;
  }

  /** The address of the present archive for a name without a digest. That of a wheel contains a version, which can be an earlier one. */
  async addressOf(file: string): Promise<string | undefined> {
    if (!ARCHIVE.test(file)) return undefined;
    const digest = this.present.has(file) ? undefined : await this.served.lastDigestOf(file);
    return digest === undefined ? this.present.get(file) : archivePath(digest, file);
  }
}

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ARCHIVE_INDEX, ArchiveIndex, archivePath } from '@billhook/contract/installation/archives';
import { ServedArchivesRepository } from '@billhook/installation/archives/served-archives.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { DOCS } from '../../request/static/static-pages.hooks.js';

/** Other names are not looked up: PostgreSQL rejects some, such as one with a NUL. */
const ARCHIVE = /^[\w.-]+\.(tgz|whl)$/;

/** The archives of the clients. What a release has served, the next one serves under the same address. */
@Injectable()
export class ArchivesService {
  /** The address of each archive of this release, by its name without a version. */
  private present: ReadonlyMap<string, string> = new Map();
  /** The archives of this release by address, a few hundred KB: requests for them need no database. */
  private readonly contents = new Map<string, Buffer>();

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
    for (const { name, digest, path } of archives) {
      const content = await readFile(join(docs, 'archives', digest, name));
      this.contents.set(path, content);
      if (await this.served.has({ name, digest })) continue;
      await this.served.add({ name, digest, content, storedAt: this.clock.now() });
    }
    this.present = new Map(archives.map(({ file, path }) => [file, path]));
  }

  /** @param admit counts a request that needs the database */
  async contentOf(name: string, digest: string, admit: () => Promise<void>): Promise<Buffer | undefined> {
    const present = this.contents.get(archivePath(digest, name));
    if (present) return present;
    await admit();
    return ARCHIVE.test(name) && /^[0-9a-f]+$/.test(digest) ? this.served.contentOf(name, digest) : undefined;
  }

  /** The address of the present archive for a name without a digest. That of a wheel contains a version, which can be an earlier one. */
  async addressOf(file: string, admit: () => Promise<void>): Promise<string | undefined> {
    const present = this.present.get(file);
    if (present !== undefined || !ARCHIVE.test(file)) return present;
    await admit();
    const digest = await this.served.lastDigestOf(file);
    return digest === undefined ? undefined : archivePath(digest, file);
  }
}

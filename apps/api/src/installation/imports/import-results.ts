import { Readable } from 'node:stream';
import { keepingCell } from '@billhook/db/current-cell';
import type { ReadRunner } from '@billhook/db/statement';
import { resultsOf, resultSizes, type ResultSize } from '@billhook/installation/imports/import-parts.repository';
import type { ImportRef } from '@billhook/installation/imports/imports.repository';
import type { ByteRange } from '../ranged-files/byte-range.rules.js';

/** The results of an import as a file, of which one part is in memory at a time. */
export class ImportResultsFile {
  private constructor(
    private readonly db: ReadRunner,
    private readonly ref: ImportRef,
    private readonly sizes: readonly ResultSize[],
    readonly size: number,
  ) {}

  static async open(db: ReadRunner, ref: ImportRef): Promise<ImportResultsFile> {
    const sizes = await resultSizes(db, ref);
    const size = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    return new ImportResultsFile(db, ref, sizes, size);
  }

  read(range: ByteRange = { from: 0, to: this.size - 1 }): Readable {
    return Readable.from(keepingCell(this.#pieces(range)), { objectMode: false });
  }

  async *#pieces({ from, to }: ByteRange): AsyncGenerator<Buffer> {
    let begin = 0;
    for (const { part, bytes } of this.sizes) {
      const end = begin + bytes;
      if (end > from && begin <= to) {
        const whole = Buffer.from(await resultsOf(this.db, this.ref, part));
        yield whole.subarray(Math.max(0, from - begin), to + 1 - begin);
      }
      begin = end;
    }
  }
}

import { Readable } from 'node:stream';
import type { ReadRunner } from '@billhook/db/statement';
import { resultsOf, resultSizes, type ResultSize } from '@billhook/installation/imports/import-parts.repository';
import type { ImportRef } from '@billhook/installation/imports/imports.repository';

/** The bytes of a file that a request asks for, both included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const ONE_RANGE = /^bytes=(\d{1,15})?-(\d{1,15})?$/;

/** The range of a header (RFC 9110, 14.2); undefined for the whole file. Several ranges, and ranges outside of the file, are ignored. */
export function rangeOf(header: string | undefined, size: number): ByteRange | undefined {
  const [, first, last] = ONE_RANGE.exec(header ?? '') ?? [];
  if (first === undefined && last === undefined) return undefined;
  const from = first === undefined ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === undefined || last === undefined ? size - 1 : Math.min(Number(last), size - 1);
  return from <= to ? { from, to } : undefined;
}

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
    return Readable.from(this.#pieces(range), { objectMode: false });
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

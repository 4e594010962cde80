import { Readable } from 'node:stream';
import { keepingCell } from '@billhook/db/current-cell';
import type { ReadRunner } from '@billhook/db/statement';
import type { CompanyExport } from '@billhook/installation/company-exports/company-export.entity';
import {
  filesFrom,
  partsOf,
  type ExportRef,
  type NewExportFile,
} from '@billhook/installation/company-exports/export-files.repository';
import { DOCUMENT_RESOURCES } from '@billhook/invoicing/document-base/document-ref';
import { storedFile } from '@billhook/invoicing/documents/document-files.repository';
import { ZipFile } from 'yazl';

/** Files that one query reads, before they are added to the archive. */
const AT_ONCE = 100;

/** A completed export: its position is the number of its files. */
type StoredExport = ExportRef & Pick<CompanyExport, 'position'>;

/**
 * Streams the files of an export as a ZIP file. Reads one part or one PDF at a time, and only as fast as the client receives them.
 * If files are deleted in the meantime, it fails: a shorter archive would look complete.
 * @param mtime the time of its files
 * @param check called before each group of files; throws when the caller may no longer read them
 */
export function archiveOf(db: ReadRunner, ref: StoredExport, mtime: Date, check: () => Promise<void>): Readable {
  const zip = new ZipFile();
  // The type of the library is an older one of the same stream.
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  void addAll(zip, db, ref, mtime, check).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}

async function addAll(zip: ZipFile, db: ReadRunner, ref: StoredExport, mtime: Date, check: () => Promise<void>) {
  for (let from = 0; from < ref.position;) {
    await check();
    const files = await filesFrom(db, ref, from, AT_ONCE);
    const last = files.at(-1);
    if (!last || (files.length < AT_ONCE && last.position !== ref.position - 1)) throw deleted(ref);
    const group = files.filter(({ digest }) => digest !== null).map((file) => add(zip, db, ref, file, mtime));
    // The next group is added when this one is sent: otherwise the list of all files would be in memory.
    await Promise.all(group);
    from = last.position + 1;
  }
  zip.end();
}

/** Adds a file. Resolves when its content is read. */
function add(zip: ZipFile, db: ReadRunner, ref: ExportRef, file: NewExportFile, mtime: Date): Promise<void> {
  // The archive asks for it outside of the request.
  const steps = keepingCell(contentOf(db, ref, file));
  return new Promise((resolve, reject) => {
    // A PDF is compressed already.
    zip.addReadStreamLazy(file.path, { mtime, compress: file.resource === null }, (give) => {
      const content = Readable.from(steps, { objectMode: false });
      content.once('end', resolve).once('error', reject);
      give(null, content);
    });
  });
}

async function* contentOf(db: ReadRunner, ref: ExportRef, file: NewExportFile): AsyncGenerator<Buffer> {
  let missing = file.bytes;
  for await (const part of storedContent(db, ref, file)) {
    missing -= part.length;
    yield part;
  }
  if (missing !== 0) throw deleted(ref);
}

async function* storedContent(db: ReadRunner, ref: ExportRef, file: NewExportFile): AsyncGenerator<Buffer> {
  const { position, recordId } = file;
  const resource = DOCUMENT_RESOURCES.find((name) => name === file.resource);
  if (resource && recordId !== null) {
    const stored = await storedFile(db, { companyId: ref.companyId, resource, recordId });
    if (stored) yield stored.bytes;
  } else {
    yield* partsOf(db, ref, position);
  }
}

const deleted = ({ id }: ExportRef): Error => new Error(`files of export ${id} were deleted during its download`);

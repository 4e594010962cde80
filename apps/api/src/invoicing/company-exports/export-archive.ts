import { Readable } from 'node:stream';
import type { ReadRunner } from '@billhook/db/statement';
import { DOCUMENT_RESOURCES, storedFile } from '@billhook/invoicing/documents/document-files.repository';
import {
  filesFrom,
  partsOf,
  type ExportRef,
  type NewExportFile,
} from '@billhook/identity/company-exports/export-files.repository';
import { ZipFile } from 'yazl';

/** Files that one query reads, before they are added to the archive. */
const AT_ONCE = 100;

/**
 * Streams the files of an export as a ZIP file. Reads one part or one PDF at a time, and only as fast as the client receives them.
 * @param mtime the time of its files
 * @param check called before each group of files; throws when the caller may no longer read them
 */
export function archiveOf(db: ReadRunner, ref: ExportRef, mtime: Date, check: () => Promise<void>): Readable {
  const zip = new ZipFile();
  // The type of the library is an older one of the same stream.
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  void addAll(zip, db, ref, mtime, check).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}

async function addAll(zip: ZipFile, db: ReadRunner, ref: ExportRef, mtime: Date, check: () => Promise<void>) {
  for (let from = 0; ;) {
    await check();
    const files = await filesFrom(db, ref, from, AT_ONCE);
    const group = files.filter(({ digest }) => digest !== null).map((file) => add(zip, db, ref, file, mtime));
    // The next group is added when this one is sent: otherwise the list of all files would be in memory.
    await Promise.all(group);
    const last = files.at(-1);
    if (!last || files.length < AT_ONCE) break;
    from = last.position + 1;
  }
  zip.end();
}

/** Adds a file. Resolves when its content is read. */
function add(zip: ZipFile, db: ReadRunner, ref: ExportRef, file: NewExportFile, mtime: Date): Promise<void> {
  return new Promise((resolve, reject) => {
    // A PDF is compressed already.
    zip.addReadStreamLazy(file.path, { mtime, compress: file.resource === null }, (give) => {
      const content = Readable.from(contentOf(db, ref, file), { objectMode: false });
      content.once('end', resolve).once('error', reject);
      give(null, content);
    });
  });
}

async function* contentOf(db: ReadRunner, ref: ExportRef, file: NewExportFile): AsyncGenerator<Buffer> {
  const { position, recordId } = file;
  const resource = DOCUMENT_RESOURCES.find((name) => name === file.resource);
  if (resource && recordId !== null) {
    const stored = await storedFile(db, { companyId: ref.companyId, resource, recordId });
    if (!stored) throw new Error(`the PDF of ${resource} ${recordId} no longer exists`);
    yield stored.bytes;
  } else {
    for await (const part of partsOf(db, ref, position)) yield part;
  }
}

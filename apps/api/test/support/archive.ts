import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const READ = `
import base64, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({info.filename: base64.b64encode(archive.read(info)).decode() for info in archive.infolist()}))
`;

/** The files of a ZIP archive by path, read and checked by Python. */
export async function openArchive(bytes: Buffer): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'billhook-archive-'));
  try {
    const file = join(folder, 'archive.zip');
    await writeFile(file, bytes);
    const { stdout } = await run('python3', ['-c', READ, file], { maxBuffer: 256 * 1024 * 1024 });
    const files = JSON.parse(stdout) as Record<string, string>;
    return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

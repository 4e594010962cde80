import { crc32, deflateRawSync } from 'node:zlib';

/* A zip archive (PKWARE APPNOTE 6.3.3): the same files give the same bytes, because all have the time 1980-01-01. */

const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATE = 8;
const FIRST_DAY = (1 << 5) | 1;
/** A regular file that its owner writes and everyone reads. */
const MODE = (0o100644 << 16) >>> 0;

/** What the header of a file and its entry in the directory have in common. */
function common({ name, content, packed }) {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(VERSION, 0);
  header.writeUInt16LE(UTF8_NAMES, 2);
  header.writeUInt16LE(DEFLATE, 4);
  header.writeUInt16LE(FIRST_DAY, 8);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

const signature = (text) => Buffer.from(`PK${text}`, 'latin1');

function directoryEntry(file, offset) {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(MODE, 6);
  rest.writeUInt32LE(offset, 10);
  // Made on Unix, so that the mode counts.
  const madeBy = Buffer.from([VERSION, 3]);
  return Buffer.concat([signature('\x01\x02'), madeBy, common(file), rest, file.name]);
}

/**
 * @param entries pairs of a path and a content
 * @returns the archive
 */
export function zip(entries) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, content] of entries) {
    const file = { name: Buffer.from(path), content, packed: deflateRawSync(content, { level: 9 }) };
    const part = Buffer.concat([signature('\x03\x04'), common(file), file.name, file.packed]);
    directory.push(directoryEntry(file, offset));
    parts.push(part);
    offset += part.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, signature('\x05\x06'), end]);
}

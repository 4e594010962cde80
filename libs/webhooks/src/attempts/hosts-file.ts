import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

const PATH = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/**
 * Looks a name up in the hosts file of this machine, which DNS does not know: containers find their neighbours in it.
 * @param name in lower case, without a trailing dot
 */
export async function findInHostsFile(name: string): Promise<LookupAddress[]> {
  // Read each time, because it may change while the process runs, and look-ups occur only for new connections.
  return findInHosts(await readFile(PATH, 'utf8').catch(() => ''), name);
}

/** The addresses of a name in the text of a hosts file (hosts(5)), each once. */
export function findInHosts(text: string, name: string): LookupAddress[] {
  const found = text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return names.some((other) => other.toLowerCase() === name) ? [address] : [];
  });
  return [...new Set(found)].flatMap((address) => (isIP(address) ? [{ address, family: isIP(address) }] : []));
}

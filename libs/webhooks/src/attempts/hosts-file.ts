import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

const PATH = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/**
 * What the hosts file of this machine says of a name, which DNS knows nothing of: containers get their neighbours' names by it.
 * @param name in lower case, without a full stop at its end
 */
export async function findInHostsFile(name: string): Promise<LookupAddress[]> {
  // Read each time: it may change while the process runs, and a look-up comes before a connection only.
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

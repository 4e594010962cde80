/** What libpq reads of an address, in the order in which it is written. `no-verify` is the driver's word. */
const FROM_QUERY = ['sslrootcert', 'sslcert', 'sslkey'] as const;

const quoted = (value: string): string => `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/**
 * The address of a server as PostgreSQL reads it for a subscription, from that of the driver. Files of certificates are read on the
 * machine of the server that subscribes.
 */
export function conninfoOf(url: string): string {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const mode = searchParams.get('sslmode');
  const parts: [name: string, value: string | null][] = [
    ['host', searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1')],
    ['port', searchParams.get('port') ?? port],
    ['user', searchParams.get('user') ?? decodeURIComponent(username)],
    ['password', searchParams.get('password') ?? decodeURIComponent(password)],
    ['dbname', decodeURIComponent(pathname.slice(1))],
    ['sslmode', mode === 'no-verify' ? 'require' : mode],
    ...FROM_QUERY.map((name): [string, string | null] => [name, searchParams.get(name)]),
    // A server that does not respond must not keep the statement of a subscription.
    ['connect_timeout', '10'],
    ['application_name', 'billhook-cells'],
  ];
  return parts.flatMap(([name, value]) => (value === null || value === '' ? [] : `${name}=${quoted(value)}`)).join(' ');
}

// Must precede @peculiar/x509, which requires it.
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/** A certificate with its key, both in PEM for Node's TLS. */
export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

interface Wanted {
  /** A DNS name or an IP address. */
  readonly host: string;
  /** Days until it expires; negative for an expired one. */
  readonly days?: number;
}

/** A certificate authority that only explicitly configured clients trust. */
export class CertificateAuthority {
  private constructor(
    private readonly keys: Keys,
    private readonly root: X509Certificate,
  ) {}

  static async create(): Promise<CertificateAuthority> {
    const keys = await newKeys();
    const root = await X509CertificateGenerator.createSelfSigned({
      keys,
      name: 'CN=Billhook test authority',
      ...validity(1),
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    });
    return new CertificateAuthority(keys, root);
  }

  /** In PEM. */
  get certificate(): string {
    return this.root.toString('pem');
  }

  async issue({ host, days = 1 }: Wanted): Promise<KeyAndCertificate> {
    const keys = await newKeys();
    const cert = await X509CertificateGenerator.create({
      publicKey: keys.publicKey,
      signingKey: this.keys.privateKey,
      signingAlgorithm: ALGORITHM,
      subject: `CN=${host}`,
      issuer: this.root.subject,
      ...validity(days),
      extensions: [namesOf(host)],
    });
    return { key: await pemOf(keys), cert: cert.toString('pem') };
  }
}

/** A self-signed certificate. */
export async function selfSigned({ host, days = 1 }: Wanted): Promise<KeyAndCertificate> {
  const keys = await newKeys();
  const cert = await X509CertificateGenerator.createSelfSigned({
    keys,
    name: `CN=${host}`,
    ...validity(days),
    signingAlgorithm: ALGORITHM,
    extensions: [namesOf(host)],
  });
  return { key: await pemOf(keys), cert: cert.toString('pem') };
}

const newKeys = async () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

type Keys = Awaited<ReturnType<typeof newKeys>>;

const namesOf = (host: string) =>
  new SubjectAlternativeNameExtension([{ type: /^[\d.]+$|:/.test(host) ? 'ip' : 'dns', value: host }]);

const validity = (days: number) => ({
  notBefore: new Date(Date.now() - 10 * DAY_MS),
  notAfter: new Date(Date.now() + days * DAY_MS),
});

async function pemOf({ privateKey }: Keys): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey));
  return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`;
}

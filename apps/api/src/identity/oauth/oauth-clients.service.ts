import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { COMMAND_LINE } from '@billhook/domain/identity/application';
import { shownName, unregisteredError } from '@billhook/domain/identity/application-name';
import { isPermission, PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { isWellFormed, generateSecret } from '@billhook/domain/identity/secret-format';
import { CLIENT_SECRET_PREFIX } from '@billhook/domain/identity/secret-format';
import { OAuthApplicationsRepository, type ApplicationRow } from '@billhook/identity/oauth/applications.repository';
import { candidateTokenHashes, hashOAuthToken } from '@billhook/identity/oauth/token-hash';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { randomText } from '@billhook/platform/ids';
import { Inject, Injectable } from '@nestjs/common';
import type { AdapterPayload } from 'oidc-provider';
import { REGISTERED_HERE } from './withhold-redirects.js';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Where Swagger UI of the documentation takes the code. */
const DOCS_REDIRECT = '/docs/assets/oauth2-redirect.html';

/** What the server holds in place of a client secret, of which only the hash is stored. */
const NO_SECRET = 'the hash is stored instead';

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)[:/?]|^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)$/;

/** A loopback address may have any port only for a native application (RFC 8252, 7.3). */
export const kindOf = (redirectUris: readonly string[]): 'native' | 'web' =>
  redirectUris.some((uri) => LOOPBACK.test(uri)) ? 'native' : 'web';

/** Applications as the OAuth server knows them: as clients, with hashed secrets. */
@Injectable()
export class OAuthClientsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly applications: OAuthApplicationsRepository,
    private readonly secrets: AppSecrets,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Undefined for an application that registered itself before the rules for its name and redirect URIs, if it breaks one. */
  async metadataOf(clientId: string): Promise<AdapterPayload | undefined> {
    const application = (await this.applications.findByClientId(clientId)) ?? (await this.createCommandLine(clientId));
    // A metadata document is read again by the server, which caches it.
    if (!application || application.archivedAt !== null || application.source === 'metadata') return undefined;
    const { source, name, redirectUris } = application;
    if (source === 'dynamic' && unregisteredError(name, redirectUris) !== undefined) return undefined;
    if (application.source !== 'builtin' || clientId === COMMAND_LINE.clientId) return metadataOf(application);
    return metadataOf({ ...application, redirectUris: [`${this.env.PUBLIC_URL}${DOCS_REDIRECT}`] });
  }

  /** The command line needs no registration, on any installation: its first sign-in stores it. */
  private async createCommandLine(clientId: string): Promise<ApplicationRow | undefined> {
    if (clientId !== COMMAND_LINE.clientId) return undefined;
    await this.applications.keepBuiltin(clientId, COMMAND_LINE.name, this.clock.now());
    return this.applications.findByClientId(clientId);
  }

  /** Whether a text is a live secret of the client; a malformed one is rejected without a query. */
  async hasSecret(clientId: string, secret: string): Promise<boolean> {
    if (!isWellFormed(secret, CLIENT_SECRET_PREFIX)) return false;
    const [current, ...others] = candidateTokenHashes(this.secrets, 'ClientSecret', secret);
    if (!current) return false;
    const hashes = [current, ...others].map(({ hash }) => hash);
    return this.applications.useSecret(clientId, hashes, current.version, this.clock.now());
  }

  /** Stores a new client secret. @returns the secret, which is stored nowhere */
  async addSecret(
    tx: Tx,
    applicationId: number,
    secret = this.newSecret(),
  ): Promise<{ secret: string; prefix: string }> {
    const prefix = secret.slice(0, CLIENT_SECRET_PREFIX.length + 8);
    const { hash, version } = hashOAuthToken(this.secrets, 'ClientSecret', secret);
    await this.applications.insertSecret(tx, {
      ...{ applicationId, prefix, hash, hashVersion: version },
      createdAt: this.clock.now(),
    });
    return { secret, prefix };
  }

  newSecret(): string {
    return generateSecret(randomText, CLIENT_SECRET_PREFIX).secret;
  }

  /**
   * An application that registered itself (RFC 7591).
   * @param reject the error for metadata that break a rule
   */
  async register(metadata: AdapterPayload, reject: (description: string) => Error): Promise<void> {
    const { client_id: clientId, client_secret: secret } = metadata;
    const error = unregisteredError(metadata.client_name, metadata.redirect_uris ?? []);
    if (error !== undefined) throw reject(error);
    await this.uow.run(async (tx) => {
      const type = secret === undefined ? 'public' : 'confidential';
      const id = await this.applications.insert(tx, {
        ...{ source: 'dynamic', type, companyId: null, memberId: null },
        ...this.described(String(clientId), metadata),
      });
      if (typeof secret === 'string') await this.addSecret(tx, id, secret);
    });
  }

  /** Stores the content of a metadata document, so that grants can refer to it. */
  async keepDocument(clientId: string, metadata: object): Promise<ApplicationRow | undefined> {
    await this.applications.keepDocument({
      ...{ source: 'metadata', type: 'public', companyId: null, memberId: null },
      ...this.described(clientId, metadata),
    });
    return this.applications.findByClientId(clientId);
  }

  private described(clientId: string, metadata: object) {
    const read = (name: string): unknown => Reflect.get(metadata, name);
    const uris = read('redirect_uris');
    const scope = read('scope');
    return {
      clientId,
      name: shownName(read('client_name')) ?? hostOf(clientId),
      homepage: httpsOrNull(read('client_uri')),
      logoUrl: httpsOrNull(read('logo_uri')),
      redirectUris: Array.isArray(uris) ? uris.map(String) : [],
      scopes: typeof scope === 'string' ? scope.split(' ').filter(isGrantable) : [],
      createdAt: this.clock.now(),
    };
  }
}

const isGrantable = (text: string): text is Permission => isPermission(text) && PERMISSIONS[text].grantable;

const httpsOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith('https://') && URL.canParse(value) ? value.slice(0, 500) : null;

/** The name of an application that gives none. */
const hostOf = (clientId: string): string => (URL.canParse(clientId) ? new URL(clientId).host : clientId);

function metadataOf({ clientId, source, name, type, redirectUris, scopes }: ApplicationRow): AdapterPayload {
  const isConfidential = type === 'confidential';
  return {
    client_id: clientId,
    client_name: name,
    application_type: kindOf(redirectUris),
    redirect_uris: redirectUris,
    response_types: redirectUris.length > 0 ? ['code'] : [],
    grant_types: [...(redirectUris.length > 0 ? ['authorization_code'] : []), 'refresh_token', DEVICE_GRANT],
    [REGISTERED_HERE]: source === 'registered' || source === 'builtin',
    token_endpoint_auth_method: isConfidential ? 'client_secret_basic' : 'none',
    ...(isConfidential && { client_secret: NO_SECRET }),
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  } as unknown as AdapterPayload;
}

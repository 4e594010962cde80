import { REFRESH_TOLERANCE_SECONDS } from '@billhook/domain/identity/grant';
import type { OAuthGrantsRepository } from '@billhook/identity/oauth/grants.repository';
import { candidateTokenHashes, hashOAuthToken } from '@billhook/identity/oauth/token-hash';
import type { OAuthTokensRepository, StoredToken } from '@billhook/identity/oauth/tokens.repository';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { OAuthClientsService } from './oauth-clients.service.js';

export interface AdapterParts {
  readonly tokens: OAuthTokensRepository;
  readonly grants: OAuthGrantsRepository;
  readonly clients: OAuthClientsService;
  readonly secrets: AppSecrets;
  /** The URL of the resource of a grant. */
  readonly resourceUrl: (resource: 'v1' | 'mcp') => string;
  /** Rejects the request that the server is working on. */
  readonly reject: (description: string) => Error;
  /** Rejects the metadata of an application that registers itself. */
  readonly rejectMetadata: (description: string) => Error;
  /** Whether the request revokes one access token, which does not end the grant. */
  readonly isOneTokenRevoked: () => boolean;
  /** Ends a grant whose code or refresh token was used twice. */
  readonly endGrant: (grantId: number, reason: string) => Promise<void>;
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
const dateOf = (epoch: number): Date => new Date(epoch * 1000);

/** Members of a payload that are the secret itself, or contain it. */
const SECRET_MEMBERS = ['jti', 'userCode', 'returnTo'];

/** Stores what the OAuth server issues: only hashes of tokens and codes, with what belongs to them. */
export class OAuthAdapter implements Adapter {
  constructor(
    private readonly kind: string,
    private readonly parts: AdapterParts,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { hash, version } = hashOAuthToken(this.parts.secrets, this.kind, id);
    const { userCode, grantId, iat } = payload;
    const kept = Object.fromEntries(Object.entries(payload).filter(([name]) => !SECRET_MEMBERS.includes(name)));
    await this.parts.tokens.keep({
      ...{ hash, hashVersion: version, kind: this.kind, payload: kept, consumedAt: null },
      grantId: grantId === undefined ? null : Number(grantId),
      userCodeHash: userCode === undefined ? null : hashOAuthToken(this.parts.secrets, 'UserCode', userCode).hash,
      createdAt: dateOf(Number(iat ?? seconds(new Date()))),
      expiresAt: new Date(Date.now() + expiresIn * 1000),
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const [current, ...others] = candidateTokenHashes(this.parts.secrets, this.kind, id);
    const stored = await this.parts.tokens.find(this.hashes(id));
    if (!stored) return undefined;
    // A refresh token may outlive the application secret that it was hashed with.
    if (current && others.length > 0 && stored.hashVersion !== current.version) {
      await this.parts.tokens.rehash(stored.hash, current.hash, current.version);
    }
    return { ...this.payloadOf(stored), jti: id };
  }

  /** The server asks for user codes only on its own pages, which Billhook replaces. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  /** @throws invalid_grant when another request was faster: of two uses at the same time, only one succeeds */
  async consume(id: string): Promise<void> {
    const hashes = this.hashes(id);
    if (await this.parts.tokens.consume(hashes, new Date())) return;
    const stored = await this.parts.tokens.find(hashes);
    // Every parallel refresh gets the same successor.
    if (this.kind === 'RefreshToken' && stored && isTolerated(stored)) return;
    if (stored?.grantId) await this.parts.endGrant(stored.grantId, `A ${this.kind} was used twice`);
    throw this.parts.reject('It was already used.');
  }

  /** Consumes a code of a client that was exchanged wrongly, and ends its grant; not one that was already used. */
  async fail(id: string, clientId: string): Promise<void> {
    const hashes = this.hashes(id);
    const stored = await this.parts.tokens.find(hashes);
    if (!stored?.grantId || stored.payload['clientId'] !== clientId) return;
    if (await this.parts.tokens.consume(hashes, new Date())) {
      await this.parts.endGrant(stored.grantId, 'The application sent a wrong verifier or redirect URI with its code');
    }
  }

  async destroy(id: string): Promise<void> {
    await this.parts.tokens.forget(this.hashes(id));
  }

  /** Called when a code or refresh token was used twice, and when the application revokes a refresh token. */
  async revokeByGrantId(grantId: string): Promise<void> {
    if (this.kind === 'AccessToken' && !this.parts.isOneTokenRevoked()) {
      await this.parts.endGrant(Number(grantId), 'The application ended it, or used a code or token twice');
    }
  }

  private hashes(id: string): Buffer[] {
    return candidateTokenHashes(this.parts.secrets, this.kind, id).map(({ hash }) => hash);
  }

  private payloadOf(stored: StoredToken): AdapterPayload {
    const isConsumed = stored.consumedAt !== null && !(this.kind === 'RefreshToken' && isTolerated(stored));
    return {
      ...stored.payload,
      ...(stored.grantId !== null && { grantId: String(stored.grantId) }),
      ...(isConsumed && stored.consumedAt && { consumed: seconds(stored.consumedAt) }),
    };
  }
}

/** Whether a consumed refresh token still returns its successor: the response to its first use may have been lost. */
function isTolerated({ consumedAt }: StoredToken): boolean {
  return consumedAt === null || Date.now() - consumedAt.getTime() <= REFRESH_TOLERANCE_SECONDS * 1000;
}

/** Applications as clients of the server. */
export class ClientAdapter extends OAuthAdapter {
  private readonly rejectMetadata: AdapterParts['rejectMetadata'];

  constructor(
    private readonly clients: OAuthClientsService,
    parts: AdapterParts,
  ) {
    super('Client', parts);
    this.rejectMetadata = parts.rejectMetadata;
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    return this.clients.metadataOf(id);
  }

  override async upsert(_id: string, payload: AdapterPayload): Promise<void> {
    await this.clients.register(payload, this.rejectMetadata);
  }
}

/** Grants, which only a member creates, on the consent page. */
export class GrantAdapter extends OAuthAdapter {
  constructor(private readonly own: AdapterParts) {
    super('Grant', own);
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    if (!/^\d{1,15}$/.test(id)) return undefined;
    const grant = await this.own.grants.findById(Number(id));
    if (!grant || grant.revokedAt !== null || grant.application.isArchived) return undefined;
    return {
      ...{ jti: id, kind: 'Grant', accountId: String(grant.memberId), clientId: grant.application.clientId },
      iat: seconds(grant.createdAt),
      ...(grant.expiresAt && { exp: seconds(grant.expiresAt) }),
      resources: { [this.own.resourceUrl(grant.resource)]: grant.scopes.join(' ') },
    };
  }

  override async upsert(): Promise<void> {
    throw new Error('a grant is created by consent');
  }

  override async destroy(): Promise<void> {
    // `revokeByGrantId` of the access tokens has ended it.
  }
}

/** Sessions of the OAuth server: none is kept, because who signs in is decided by the settings for each authorization. */
export class NoSessions extends OAuthAdapter {
  override async upsert(): Promise<void> {}

  override async find(): Promise<undefined> {
    return undefined;
  }
}

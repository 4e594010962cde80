import type { Permission } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import { candidateTokenHashes } from '@billhook/identity/oauth/token-hash';
import { OAuthTokensRepository } from '@billhook/identity/oauth/tokens.repository';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import { isConsentOf } from '../oauth/consent-cookie.rules.js';
import { OAUTH_ROUTES } from '../oauth/oauth-routes.rules.js';
import { OAuthServer } from '../oauth/oauth-server.js';

/** A request of an application that waits for the decision of a person. */
export interface PendingConsent {
  readonly clientId: string;
  readonly scope: unknown;
  readonly resource: string | undefined;
  readonly redirectUri: string | null;
  /** Where the browser continues; null for a device, which polls for the result. */
  readonly returnTo: string | null;
  readonly device: { readonly userCode: string; readonly ip: string | null; readonly userAgent: string | null } | null;
  readonly expiresAt: Date;
  readonly place: { readonly uid: string } | { readonly userCodeHashes: readonly Buffer[] };
}

type Cookies = Readonly<Record<string, string | undefined>>;

/** Where a request of an application waits: in a browser, or on a device. */
export type PendingPlace = { readonly uid: string; readonly cookies: Cookies } | { readonly userCode: string };

interface AllowedGrant {
  readonly grantId: number;
  readonly accountId: string;
  readonly scopes: readonly Permission[];
  readonly resource: string;
}

const DENIED = { error: 'access_denied', errorDescription: 'The user denied the access.' };

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const firstText = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
};

/** Finds the requests that wait for consent, and hands the decision to the OAuth server. */
@Injectable()
export class PendingConsentsService {
  constructor(
    private readonly server: OAuthServer,
    private readonly tokens: OAuthTokensRepository,
    private readonly secrets: AppSecrets,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  find(place: PendingPlace): Promise<PendingConsent> {
    return 'uid' in place ? this.inBrowser(place.uid, place.cookies) : this.onDevice(place.userCode);
  }

  /** @throws Problem 410 when another request has decided */
  async deny({ place }: PendingConsent): Promise<void> {
    if ('userCodeHashes' in place) return this.decideDevice(place.userCodeHashes, DENIED, null);
    const interaction = await this.claim(place.uid);
    interaction.result = { error: DENIED.error, error_description: DENIED.errorDescription };
    await interaction.persist();
  }

  /** @throws Problem 410 when another request has decided */
  async allow({ place }: PendingConsent, { grantId, accountId, scopes, resource }: AllowedGrant): Promise<void> {
    const scope = scopes.join(' ');
    if ('userCodeHashes' in place) {
      const authTime = Math.floor(Date.now() / 1000);
      const decision = { accountId, authTime, scope, resource, claims: {} };
      return this.decideDevice(place.userCodeHashes, decision, grantId);
    }
    const interaction = await this.claim(place.uid);
    // Permissions that the member left out are no longer requested.
    interaction.params = { ...interaction.params, scope, resource };
    interaction.result = { login: { accountId, remember: false }, consent: { grantId: String(grantId) } };
    await interaction.persist();
  }

  /** The cookies tie the request to the browser that began it: another browser with the same address sees nothing. */
  private async inBrowser(uid: string, cookies: Cookies): Promise<PendingConsent> {
    const isTied = isConsentOf(cookies, uid, { env: this.env, secrets: this.secrets });
    const interaction = isTied ? await this.server.provider.Interaction.find(uid) : undefined;
    if (!interaction || interaction.result) throw new Problem('authorization_request_expired');
    const { params, exp } = interaction;
    return {
      clientId: String(params['client_id']),
      scope: params['scope'],
      resource: firstText(params['resource']),
      redirectUri: textOrNull(params['redirect_uri']),
      returnTo: `${this.env.PUBLIC_URL}${OAUTH_ROUTES.authorization}/${uid}`,
      device: null,
      expiresAt: new Date(exp * 1000),
      place: { uid },
    };
  }

  private async onDevice(text: string): Promise<PendingConsent> {
    const userCode = text.toUpperCase().replace(/[^A-Z]/g, '');
    const userCodeHashes = candidateTokenHashes(this.secrets, 'UserCode', userCode).map(({ hash }) => hash);
    const stored = await this.tokens.findByUserCode(userCodeHashes);
    if (!stored) throw new Problem('device_code_unknown');
    const { payload, expiresAt } = stored;
    if (expiresAt <= this.clock.now() || 'accountId' in payload || 'error' in payload) {
      throw new Problem('device_code_unknown');
    }
    const params = (payload['params'] ?? {}) as Readonly<Record<string, unknown>>;
    const info = (payload['deviceInfo'] ?? {}) as Readonly<Record<string, unknown>>;
    return {
      clientId: String(payload['clientId']),
      scope: params['scope'],
      resource: firstText(params['resource']),
      ...{ redirectUri: null, returnTo: null },
      device: {
        userCode: `${userCode.slice(0, 4)}-${userCode.slice(4)}`,
        ip: textOrNull(info['ip']),
        userAgent: textOrNull(info['ua']),
      },
      expiresAt,
      place: { userCodeHashes },
    };
  }

  /** The interaction, decided by this request alone. */
  private async claim(uid: string) {
    const hashes = candidateTokenHashes(this.secrets, 'Interaction', uid).map(({ hash }) => hash);
    const isFirst = await this.tokens.consume(hashes, this.clock.now());
    const interaction = isFirst ? await this.server.provider.Interaction.find(uid) : undefined;
    if (!interaction) throw new Problem('authorization_request_expired');
    return interaction;
  }

  private async decideDevice(
    userCodeHashes: readonly Buffer[],
    decision: Readonly<Record<string, unknown>>,
    grantId: number | null,
  ): Promise<void> {
    const isFirst = await this.tokens.decideDevice(userCodeHashes, decision, grantId, this.clock.now());
    if (!isFirst) throw new Problem('device_code_unknown');
  }
}

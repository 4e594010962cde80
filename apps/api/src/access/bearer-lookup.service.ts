import type { OAuthResource } from '@billhook/domain/identity/oauth-resource';
import { ACCESS_TOKEN_PREFIX } from '@billhook/domain/identity/secret-format';
import type { Origin } from '@billhook/identity/audit/actor';
import { Injectable } from '@nestjs/common';
import type { BearerPrincipal } from '../request/principal.js';
import { KeyLookup, TokenLookup } from './lookups.js';

/** Finds the caller of a bearer credential: an API key, or an access token for this resource. */
@Injectable()
export class BearerLookupService {
  constructor(
    private readonly keys: KeyLookup,
    private readonly tokens: TokenLookup,
  ) {}

  /** @throws Problem 401, 403 */
  find(secret: string, from: Origin, resource: OAuthResource): Promise<BearerPrincipal> {
    return isToken(secret) ? this.tokens.find(secret, from, resource) : this.keys.find(secret, from);
  }

  /** Records no use. @throws Problem as `find` */
  findAgain(secret: string, from: Origin, resource: OAuthResource): Promise<BearerPrincipal> {
    return isToken(secret) ? this.tokens.findAgain(secret, from, resource) : this.keys.findAgain(secret, from);
  }
}

const isToken = (secret: string): boolean => secret.startsWith(ACCESS_TOKEN_PREFIX);

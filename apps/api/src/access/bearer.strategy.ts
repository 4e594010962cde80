import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-http-bearer';
import { KeyLookup } from './lookups.js';
import { originOf } from '../request/origin.js';
import type { KeyPrincipal } from '../request/principal.js';

/** API keys as bearer tokens (RFC 6750). The look-up throws a Problem for a key that does not work. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly keys: KeyLookup) {
    super({ passReqToCallback: true });
  }

  /** Called by passport with the token from the header. */
  validate(request: FastifyRequest, secret: string): Promise<KeyPrincipal> {
    const origin = originOf(request);
    return request.judgedAt === undefined ? this.keys.find(secret, origin) : this.keys.findAgain(secret, origin);
  }
}

import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-http-bearer';
import { originOf } from '../request/origin.rules.js';
import type { BearerPrincipal } from '../request/principal.js';
import { resourceOfRequest } from '../request/surface.rules.js';
import { BearerLookupService } from './bearer-lookup.service.js';

/** API keys and access tokens as bearer tokens (RFC 6750). The look-up throws a Problem for one that does not work. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly bearers: BearerLookupService) {
    super({ passReqToCallback: true });
  }

  /** Called by passport with the token from the header. */
  validate(request: FastifyRequest, secret: string): Promise<BearerPrincipal> {
    const find = request.judgedAt === undefined ? 'find' : 'findAgain';
    return this.bearers[find](secret, originOf(request), resourceOfRequest(request));
  }
}

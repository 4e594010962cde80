import { verify } from 'node:crypto';
import { Problem } from '@billhook/domain/shared/problems';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GithubKeys } from './github-keys.js';

/** As long as an ECDSA signature on P-256 is in DER, in Base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{8,100}={0,2}$/;

/**
 * Lets in what GitHub has signed: ECDSA on P-256 with SHA-256, over the very bytes of the body. A guard, so that nobody else learns what is
 * wrong with a body.
 */
@Injectable()
export class GithubSignatureGuard implements CanActivate {
  constructor(private readonly keys: GithubKeys) {}

  /** @throws Problem 404 where such findings are not taken, 401 signature_invalid */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.keys.enabled) throw new Problem('route_not_found');
    const { headers, bodyBytes } = context.switchToHttp().getRequest<FastifyRequest>();
    const identifier = headers['github-public-key-identifier'];
    const signature = headers['github-public-key-signature'];
    if (typeof identifier !== 'string' || typeof signature !== 'string' || !SIGNATURE.test(signature) || !bodyBytes) {
      throw new Problem('signature_invalid');
    }
    const key = await this.keys.find(identifier);
    if (!key || !verify('sha256', bodyBytes, { key, dsaEncoding: 'der' }, Buffer.from(signature, 'base64'))) {
      throw new Problem('signature_invalid');
    }
    return true;
  }
}

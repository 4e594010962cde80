import { createHash } from 'node:crypto';
import { BurnedKey, GithubFindings, GithubLabel, ReportLeakedKey } from '@billhook/contract/identity/leaked-key';
import { Body, Controller, Post, Req, UseGuards } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { originOf } from '../../request/origin.js';
import { Public } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { GithubSignatureGuard } from './github-signature.guard.js';
import { LeakedKeysService } from './leaked-keys.service.js';

/** GitHub sends many findings in one message, signed: a thousand of them with their addresses. */
const FINDINGS_BYTES = 524_288;

/** As much of an address as a mail and the audit log show. */
const SOURCE_LENGTH = 300;

@ApiTags('Leaked keys')
@Controller('v1/leaked-keys')
export class LeakedKeysController {
  constructor(private readonly leaked: LeakedKeysService) {}

  @Post()
  @Public()
  @Returns(BurnedKey, {
    summary: 'Revoke a leaked key',
    description:
      'Revokes a key that you found. The whole key is the only proof needed. The key is rejected from the next request on, permanently, and its owner and the members who manage the keys of the company are notified by email. Reporting a key that is already revoked or expired changes nothing, so an Idempotency-Key is ignored unless you authenticate with a key.',
    problems: ['leaked_key_unknown'],
  })
  async report(
    @Body({ schema: ReportLeakedKey }) { key, source }: ReportLeakedKey,
    @Req() request: FastifyRequest,
  ): Promise<BurnedKey> {
    const origin = originOf(request);
    const finder = { label: `leak report from ${origin.ip}`, source: source ?? null, origin };
    return { status: 'revoked', prefix: await this.leaked.burn(key, finder) };
  }

  /** In the form of GitHub's secret scanning partner programme, for GitHub alone: no part of the interface that integrations use. */
  @Post('github')
  @Public({ keepsBytes: true, bodyLimit: FINDINGS_BYTES })
  @UseGuards(GithubSignatureGuard)
  @ApiExcludeEndpoint()
  // Nest applies the schema to each item of an array.
  @Returns(GithubLabel, {
    summary: 'Receive leak reports from GitHub secret scanning',
    problems: ['signature_invalid', 'route_not_found'],
  })
  async github(
    @Body({ schema: GithubFindings }) findings: GithubFindings,
    @Req() request: FastifyRequest,
  ): Promise<GithubLabel[]> {
    const origin = originOf(request);
    const labels: GithubLabel[] = [];
    // One after the other: each ends a key in a transaction of its own, and thousands at once would take all connections.
    for (const { token, type, url, source } of findings) {
      const place = [url, source].filter(Boolean).join(', ').slice(0, SOURCE_LENGTH);
      const finder = { label: 'leak report from GitHub', source: `GitHub: ${place}`, origin };
      const burned = await this.leaked.burnIfOurs(token, finder);
      labels.push({
        token_hash: createHash('sha256').update(token).digest('hex'),
        token_type: type,
        label: burned === undefined ? 'false_positive' : 'true_positive',
      });
    }
    return labels;
  }
}

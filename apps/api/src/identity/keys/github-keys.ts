import { createPublicKey, type KeyObject } from 'node:crypto';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CLOCK, ENV, LOGGER } from '@billhook/platform/tokens';

/** Of the list that is kept, before it is asked whether it is still the same one. */
const FRESH_MS = 60 * 60_000;

/** Between two looks at the list, whatever anybody sends: an identifier costs its sender nothing. */
const PAUSE_MS = 60_000;

const TIMEOUT_MS = 5_000;

/** The list holds a handful of keys of some 200 bytes. */
const MOST_BYTES = 256 * 1024;

const List = z.object({ public_keys: z.array(z.object({ key_identifier: z.string(), key: z.string() })).max(100) });

/** The public keys that GitHub signs its findings with, as it publishes them. */
@Injectable()
export class GithubKeys {
  private known = new Map<string, KeyObject>();
  private etag: string | undefined;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private failed = false;
  private looking: Promise<void> | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether findings of GitHub are taken here at all. */
  get enabled(): boolean {
    return this.env.LEAKED_KEYS_GITHUB_KEYS_URL !== 'off';
  }

  /**
   * The key of this name; undefined when GitHub publishes none of that name.
   * @throws Problem 503 not_ready when that cannot be told, because the list could not be read
   */
  async find(identifier: string): Promise<KeyObject | undefined> {
    const age = this.clock.now().getTime() - this.lookedAt;
    if (this.looking || age >= FRESH_MS || (age >= PAUSE_MS && !this.known.has(identifier))) {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
      await this.looking;
    }
    const key = this.known.get(identifier);
    if (!key && this.failed) {
      const retryAfter = PAUSE_MS / 1_000;
      throw new Problem('not_ready', 'Could not read the public keys of GitHub.', { extensions: { retryAfter } });
    }
    return key;
  }

  /** Reads the list, if it has changed. What is known stays when that fails: keys are replaced seldom. */
  private async look(): Promise<void> {
    this.lookedAt = this.clock.now().getTime();
    try {
      const response = await fetch(this.env.LEAKED_KEYS_GITHUB_KEYS_URL, {
        headers: {
          accept: 'application/json',
          // GitHub responds with 403 to a request without User-Agent.
          'user-agent': 'Billhook',
          ...(this.etag === undefined ? {} : { 'if-none-match': this.etag }),
        },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status !== 304) {
        if (!response.ok) throw new Error(`the response has the status ${response.status}`);
        this.known = keysIn(List.parse(JSON.parse(await textOf(response))));
        this.etag = response.headers.get('etag') ?? undefined;
      }
      this.failed = false;
    } catch (error) {
      this.failed = true;
      this.logger.warn({ err: error }, 'could not read the public keys of GitHub');
    }
  }
}

/** Those that ECDSA on P-256 can be verified with. */
function keysIn({ public_keys: listed }: z.infer<typeof List>): Map<string, KeyObject> {
  const keys = listed.map(({ key_identifier: name, key }) => [name, createPublicKey(key)] as const);
  return new Map(keys.filter(([, key]) => key.asymmetricKeyDetails?.namedCurve === 'prime256v1'));
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? [];
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error(`the response is larger than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

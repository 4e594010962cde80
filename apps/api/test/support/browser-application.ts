import { createHash, randomBytes } from 'node:crypto';
import { Receiver } from '@billhook/testing/receiver';
import type { Page } from 'playwright-core';
import type { TestApi } from './api.js';
import { bearer, form } from './oauth.js';

/** The variables of an installation whose pages are reached at its public address, for redirects between them. */
export const atPublicUrl = (port: number) => ({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });

/** An application with a server, to which the consent page redirects browsers. */
export class BrowserApplication {
  clientId = '';
  secret = '';
  private readonly verifier = randomBytes(32).toString('base64url');

  private constructor(
    private readonly api: TestApi,
    private readonly receiver: Receiver,
  ) {}

  static async start(api: TestApi): Promise<BrowserApplication> {
    return new BrowserApplication(api, await new Receiver().start());
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }

  get redirectUri(): string {
    return `${this.receiver.url}/callback`;
  }

  /** Where it sends the browser of a user. */
  authorizeUrl(scope = 'client.read invoice.read'): string {
    const parameters = new URLSearchParams({
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      scope,
      state: 'a state',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return `${this.api.url}/oauth/authorize?${parameters.toString()}`;
  }

  /** The response with which a browser returns. */
  async callback(page: Page): Promise<URLSearchParams> {
    await page.waitForURL(`${this.redirectUri}?**`);
    return new URL(page.url()).searchParams;
  }

  /** The access token for a response. */
  async exchange(response: URLSearchParams): Promise<string> {
    const { body } = await form(this.api, '/oauth/token', {
      ...this.credentials,
      grant_type: 'authorization_code',
      code: response.get('code') ?? '',
      code_verifier: this.verifier,
      redirect_uri: this.redirectUri,
    });
    return String(body['access_token']);
  }

  get credentials() {
    return { client_id: this.clientId, client_secret: this.secret };
  }

  /** The status of a request with its token. */
  async status(token: string, path: string): Promise<number> {
    return (await this.api.call('GET', path, bearer(token))).status;
  }
}

import type { Provider } from 'oidc-provider';

/** The OAuth server of this process, for injection: the class of the library is loaded when the application starts. */
export class OAuthServer {
  constructor(readonly provider: Provider) {}
}

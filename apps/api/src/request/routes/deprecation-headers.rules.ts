import type { Deprecation } from './deprecated.decorator.js';

type Params = Readonly<Record<string, string | undefined>>;

interface DeprecationHeaders {
  /** A date of RFC 9651: `@` and the seconds since 1970. */
  readonly deprecation: string;
  /** An HTTP-date: RFC 8594 is older than structured fields. */
  readonly sunset: string;
  readonly links: readonly string[];
}

/**
 * The headers of every response of a deprecated route (RFC 9745, RFC 8594).
 * @param publicUrl the external address of the installation, without a trailing slash
 * @param params of the path of the request, for the successor of the same record
 */
export function deprecationHeaders(
  { since, sunset, successor, guide }: Deprecation,
  publicUrl: string,
  params: Params,
): DeprecationHeaders {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    links: [
      `<${publicUrl}/docs/${guide}>; rel="deprecation"; type="text/html"`,
      ...(successor === undefined ? [] : [`<${publicUrl}${filled(successor, params)}>; rel="successor-version"`]),
    ],
  };
}

/** `/v1/things/{id}` with the parameters of the path; braces contain only parameters. */
const filled = (route: string, params: Params): string =>
  route.replace(PARAMETER, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const PARAMETER = /\{(\w+)\}/g;

/** The parameters of a route, as `/v1/things/{id}` names them. */
export const parametersOf = (route: string): string[] => [...route.matchAll(PARAMETER)].map(([, name]) => name ?? '');

/** The router's `/v1/things/:id` in the notation of the documentation: `/v1/things/{id}`. */
export const asDocumented = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

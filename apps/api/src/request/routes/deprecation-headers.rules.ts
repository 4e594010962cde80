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
 * What every answer of a deprecated route says (RFC 9745, RFC 8594).
 * @param publicUrl where the installation is reached from outside, without a slash at its end
 * @param params of the path of the request: the successor is that of this very record
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

/** `/v1/things/{id}` with the parameters of the path; nothing but them stands between braces. */
const filled = (route: string, params: Params): string =>
  route.replace(PARAMETER, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const PARAMETER = /\{(\w+)\}/g;

/** The parameters of a route, as `/v1/things/{id}` names them. */
export const parametersOf = (route: string): string[] => [...route.matchAll(PARAMETER)].map(([, name]) => name ?? '');

/** `/v1/things/:id` of the router as the documentation writes it: `/v1/things/{id}`. */
export const asDocumented = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

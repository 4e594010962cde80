import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { requireParameters } from './deprecated-routes.hooks.js';
import { Deprecated, type Deprecation } from './deprecated.decorator.js';
import { Requires, Returns } from './route.decorator.js';

const GOOD: Deprecation = { since: '2026-12-01', sunset: '2027-12-01', guide: 'versioning/#how' };
const returns = Returns(z.object({}), { summary: 'Get it' });

/** A route with these decorators, in their order above it. */
function decorate(...decorators: MethodDecorator[]): void {
  class Controller {
    get(): void {}
  }
  const descriptor = Object.getOwnPropertyDescriptor(Controller.prototype, 'get');
  for (const decorator of decorators.toReversed()) decorator(Controller.prototype, 'get', descriptor ?? {});
}

describe('@Deprecated', () => {
  it('must be above the decorators that it extends', () => {
    expect(() => decorate(Deprecated(GOOD), Requires('client.read'), returns)).not.toThrow();
    expect(() => decorate(Requires('client.read'), Deprecated(GOOD), returns)).toThrow(/Controller.get.*above/);
    expect(() => decorate(returns, Deprecated(GOOD), Requires('client.read'))).toThrow(/Controller.get.*above/);
  });

  it.each<[Partial<Deprecation>, RegExp]>([
    [{ since: '1.12.2026' }, /is not a calendar date/],
    [{ sunset: '2028-02-30' }, /is not a calendar date/],
    [{ sunset: '2028-02-01T00:00:00Z' }, /is not a calendar date/],
    [{ sunset: '2027-11-30' }, /until 2027-12-01/],
    [{ sunset: '2026-11-01' }, /until 2027-12-01/],
    [{ guide: '/docs/versioning/' }, /is not a guide/],
    [{ guide: 'https://elsewhere.example/' }, /is not a guide/],
  ])('rejects %j', (wrong, why) => {
    expect(() => decorate(Deprecated({ ...GOOD, ...wrong }), Requires('client.read'), returns)).toThrow(why);
  });
});

describe('the successor of a deprecated route', () => {
  const route = (url: string, successor: string) => ({ url, config: { deprecated: { ...GOOD, successor } } });

  it('has no parameter that the route does not have', () => {
    expect(() => requireParameters(route('/v1/things/:id', '/v1/articles/{id}'))).not.toThrow();
    expect(() => requireParameters(route('/v1/things/:id', '/v1/shelves/{shelf}/articles/{id}'))).toThrow(
      '/v1/things/{id}: its successor has the parameter {shelf}',
    );
  });
});

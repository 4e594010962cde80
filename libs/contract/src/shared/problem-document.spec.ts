import { PROBLEMS, Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import { describe, expect, it } from '@jest/globals';
import { challenge, problemDocument, statusOf } from './problem-document.js';

const context = { publicUrl: 'https://billhook.example', instance: '/v1/clients', requestId: 'req_1' };
const codes = Object.keys(PROBLEMS) as ProblemCode[];

describe('statusOf', () => {
  it.each<[ProblemCode, number]>([
    ['malformed_json', 400],
    ['two_credentials', 400],
    ['key_revoked', 401],
    ['insufficient_scope', 403],
    ['not_found', 404],
    ['external_id_taken', 409],
    ['body_too_large', 413],
    ['unsupported_media_type', 415],
    ['invalid_body', 422],
    ['internal_error', 500],
    ['not_ready', 503],
  ])('%s is %i', (code, status) => {
    expect(statusOf(code)).toBe(status);
  });
});

describe('problemDocument', () => {
  it('contains the members of RFC 9457, the code and the request id, for every code', () => {
    for (const code of codes) {
      expect(problemDocument(new Problem(code), context)).toEqual({
        type: `https://billhook.example/docs/errors/${code}`,
        title: PROBLEMS[code].title,
        status: statusOf(code),
        detail: PROBLEMS[code].advice,
        code,
        instance: '/v1/clients',
        requestId: 'req_1',
      });
    }
  });

  it('contains the detail, the errors and the additional members', () => {
    const errors = [{ pointer: '/name', code: 'required', message: 'is required' }];
    const problem = new Problem('invalid_body', 'Two of three.', { errors, extensions: { existingId: 7 } });
    expect(problemDocument(problem, context)).toMatchObject({ detail: 'Two of three.', errors, existingId: 7 });
  });

  it('cuts names and paths that the caller chose', () => {
    const long = 'x'.repeat(900_000);
    const errors = [
      { pointer: `/lines/0/${long}`, code: 'unknown_property', message: 'is unknown' },
      { parameter: long, code: 'unknown_parameter', message: `has the value ${long}` },
    ];
    const problem = new Problem('invalid_body', `There is no ${long}.`, { errors });
    const document = problemDocument(problem, { ...context, instance: `/v1/${long}` });
    expect(JSON.stringify(document).length).toBeLessThan(6_000);
    expect(document.errors?.[0]?.pointer).toBe(`/lines/0/${'x'.repeat(99)}…`);
    expect(document.errors?.[1]).toMatchObject({ parameter: `${'x'.repeat(99)}…`, code: 'unknown_parameter' });
  });

  it('resolves the path in fixUrl to a URL', () => {
    const problem = new Problem('insufficient_scope', undefined, { extensions: { fixUrl: '/settings/api-keys' } });
    expect(problemDocument(problem, context)['fixUrl']).toBe('https://billhook.example/settings/api-keys');
  });

  it('does not let additional members overwrite the standard ones', () => {
    const problem = new Problem('not_found', undefined, {
      extensions: { status: 200, code: 'ok', requestId: 'req_2' },
    });
    expect(problemDocument(problem, context)).toMatchObject({ status: 404, code: 'not_found', requestId: 'req_1' });
  });
});

describe('challenge', () => {
  it('is bare without credentials', () => {
    expect(challenge(new Problem('credential_missing'))).toBe('Bearer realm="billhook"');
  });

  it('contains the error and its description', () => {
    expect(challenge(new Problem('key_expired'))).toBe(
      'Bearer realm="billhook", error="invalid_token", error_description="The key has expired"',
    );
  });

  it('contains the missing permission as the scope', () => {
    const problem = new Problem('insufficient_scope', undefined, {
      extensions: { requiredPermissions: ['a.read', 'b.read'] },
    });
    expect(challenge(problem)).toBe('Bearer realm="billhook", error="insufficient_scope", scope="a.read b.read"');
    // The grammar has no empty scope.
    for (const options of [{}, { extensions: { requiredPermissions: [] } }]) {
      const suspended = new Problem('plan_required', undefined, options);
      expect(challenge(suspended)).toBe('Bearer realm="billhook", error="insufficient_scope"');
    }
  });

  it('says that two credentials were sent', () => {
    expect(challenge(new Problem('two_credentials'))).toBe(
      'Bearer realm="billhook", error="invalid_request", error_description="Two credentials were sent"',
    );
  });

  it('exists only for 401, 403 and two credentials, and always parses', () => {
    for (const code of codes) {
      const value = challenge(new Problem(code));
      const challenged = [401, 403].includes(statusOf(code)) || code === 'two_credentials';
      expect([code, value !== undefined]).toEqual([code, challenged]);
      // RFC 9110, section 5.6.4: a quoted string contains no unescaped quotes; headers are ASCII.
      if (value !== undefined) expect(value).toMatch(/^Bearer realm="billhook"(, [a-z_]+="[ !#-[\]-~]*")*$/);
    }
  });
});

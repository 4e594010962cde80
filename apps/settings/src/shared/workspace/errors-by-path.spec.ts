import { ApiError } from '@billhook/ui/api-fetch';
import { describe, expect, it } from '@jest/globals';
import { errorsByPath, fieldOf } from './errors-by-path.js';

describe('errors of a body', () => {
  it('are at their fields, the first of each', () => {
    const error = new ApiError('invalid_body', 'no', 422, [
      { pointer: '/lines/0/name', message: 'must not be blank' },
      { pointer: '/lines/0/name', message: 'is too short' },
      { message: 'belongs to no field' },
    ]);
    expect(errorsByPath(error)).toEqual({ 'lines.0.name': 'must not be blank' });
  });

  it('have the given texts', () => {
    const error = new ApiError('invalid_body', 'no', 422, [
      { pointer: '/series', code: 'unknown_series', message: 'is not known' },
    ]);
    expect(errorsByPath(error, ({ code = '' }) => `words of ${code}`)).toEqual({ series: 'words of unknown_series' });
  });

  it('unescape pointers', () => {
    expect(fieldOf('/customFields/a~1b~0c')).toBe('customFields.a/b~c');
  });
});

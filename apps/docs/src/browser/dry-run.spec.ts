import { describe, expect, it } from '@jest/globals';
import { asDryRun } from './dry-run.js';

const headersOf = (method: string, url: string, isOn?: boolean) => asDryRun({ method, url, headers: {} }, isOn).headers;

describe('the switch for dry runs', () => {
  it.each([
    ['POST', 'https://billing.example/v1/clients'],
    ['patch', '/v1/clients/3?expand=x'],
    ['DELETE', 'http://localhost:4000/v1/clients/3'],
  ])('makes a dry run of %s %s, and none while it is off', (method, url) => {
    expect(headersOf(method, url)).toEqual({ Prefer: 'dry-run' });
    expect(headersOf(method, url, false)).toEqual({});
  });

  it.each([
    ['GET', 'https://billing.example/v1/clients'],
    ['POST', 'https://billing.example/oauth/token'],
    ['POST', 'https://billing.example/other?next=/v1/clients'],
  ])('leaves %s %s as it is', (method, url) => expect(headersOf(method, url)).toEqual({}));
});

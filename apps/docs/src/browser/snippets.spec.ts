import { describe, expect, it } from '@jest/globals';
import { goSnippet, phpSnippet, rubySnippet } from './server-snippets.js';
import { curlSnippet, fetchSnippet, pythonSnippet, type SnippetRequest } from './snippets.js';

const KEY = 'bhk_3kTn9Qa1thisIsTheSecretPartOfTheKey0123456789ab';

const request: SnippetRequest = {
  url: 'http://localhost:3000/v1/clients',
  method: 'POST',
  headers: { accept: 'application/json', Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
  body: '{"name":"L\'Atelier","active":true}',
};

describe('snippets of the reference', () => {
  it.each([curlSnippet, fetchSnippet, pythonSnippet, goSnippet, phpSnippet, rubySnippet])(
    'name the variable and never the key: %p',
    (make) => {
      const text = make(request);
      expect(text).not.toContain(KEY);
      expect(text).toContain('BILLHOOK_API_KEY');
    },
  );

  it('are a valid shell command for curl', () => {
    expect(curlSnippet(request)).toBe(
      [
        "curl -X POST 'http://localhost:3000/v1/clients' \\",
        '  -H "Authorization: Bearer $BILLHOOK_API_KEY" \\',
        "  -H 'content-type: application/json' \\",
        `  -d '{\n  "name": "L'\\''Atelier",\n  "active": true\n}'`,
      ].join('\n'),
    );
  });

  it('send the body unchanged', () => {
    expect(fetchSnippet(request)).toContain(`body: JSON.stringify({\n    "name": "L'Atelier",`);
    expect(pythonSnippet(request)).toContain(`data="""{\n  "name": "L'Atelier",\n  "active": true\n}""".encode(),`);
  });

  it('do not parse the body of a response that has none', () => {
    const request = {
      url: 'http://localhost:3000/v1/clients/18',
      method: 'DELETE',
      headers: {},
      result: 'none',
    } as const;
    expect(fetchSnippet(request)).not.toContain('json()');
    expect(pythonSnippet(request)).not.toContain('json');
  });

  it('are minimal for a GET', () => {
    const get = { url: 'http://localhost:3000/v1/openapi.json', method: 'GET', headers: {} };
    expect(curlSnippet(get)).toBe("curl 'http://localhost:3000/v1/openapi.json'");
    expect(fetchSnippet(get)).toMatch(/^const response = await fetch\("[^"]+"\);\n/);
  });
});

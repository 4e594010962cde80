import { copyText } from './copy-text.js';
import { goSnippet, phpSnippet, rubySnippet } from './server-snippets.js';
import { curlSnippet, fetchSnippet, pythonSnippet, type SnippetRequest } from './snippets.js';
import type { RequestMap, SwaggerPlugin } from './swagger-ui.js';

const LANGUAGES = [
  { name: 'curl', syntax: 'bash', make: curlSnippet },
  { name: 'TypeScript', syntax: 'javascript', make: fetchSnippet },
  { name: 'Python', syntax: 'python', make: pythonSnippet },
  { name: 'Go', syntax: 'go', make: goSnippet },
  { name: 'PHP', syntax: 'php', make: phpSnippet },
  { name: 'Ruby', syntax: 'ruby', make: rubySnippet },
] as const;

interface TabsProps {
  readonly request?: RequestMap;
  readonly getComponent?: (name: string, connected?: boolean) => unknown;
}

function toSnippetRequest(request: RequestMap): SnippetRequest {
  const body = request.get('body');
  const method = request.get('method').toUpperCase();
  return {
    url: request.get('url'),
    method,
    headers: request.get('headers')?.toJS() ?? {},
    body: body === undefined || body === null ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    // Most deletions respond without a body, which no JSON parser accepts.
    result: method === 'DELETE' ? 'none' : 'json',
  };
}

/**
 * The snippets of a request in six languages. Swagger UI's own snippets contain the key, and the keyboard cannot reach their
 * tabs.
 */
export const snippetTabs: SwaggerPlugin = {
  wrapComponents: {
    RequestSnippets: (_, { React }) =>
      function SnippetTabs({ request, getComponent }: TabsProps) {
        const [chosen, choose] = React.useState<string>(LANGUAGES[0].name);
        const [copied, setCopied] = React.useState(false);
        if (!request || !getComponent) return null;
        const language = LANGUAGES.find(({ name }) => name === chosen) ?? LANGUAGES[0];
        const text = language.make(toSnippetRequest(request));
        const tabs = LANGUAGES.map(({ name }) =>
          React.createElement(
            'button',
            {
              key: name,
              type: 'button',
              'aria-pressed': name === language.name,
              onClick: () => {
                choose(name);
                setCopied(false);
              },
            },
            name,
          ),
        );
        const copy = React.createElement(
          'button',
          {
            key: 'copy',
            type: 'button',
            className: 'copy-snippet',
            'aria-live': 'polite',
            onClick: () => void copyText(text).then(setCopied),
          },
          copied ? 'Copied' : 'Copy',
        );
        const code = React.createElement(
          getComponent('SyntaxHighlighter', true),
          { language: language.syntax, className: 'microlight' },
          text,
        );
        return React.createElement(
          'div',
          { className: 'request-snippets' },
          React.createElement(
            'div',
            { className: 'snippet-tabs', role: 'group', 'aria-label': 'Language of the snippet' },
            tabs,
            copy,
          ),
          code,
        );
      },
  },
};

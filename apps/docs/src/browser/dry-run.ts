import type { SwaggerReact } from './swagger-ui.js';

/** A request as Swagger UI is about to send it. */
interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
}

/** The state of the switch. */
let isDryRun = true;

/** While the switch is on, every write to the API is a dry run. The API rejects the few that cannot be one. */
export function asDryRun<T extends SentRequest>(request: T, isOn = isDryRun): T {
  const { url, method, headers } = request;
  const isWrite = !/^(?:get|head)$/i.test(method) && /^(?:https?:\/\/[^/]+)?\/v1\//.test(url);
  return isOn && isWrite ? { ...request, headers: { ...headers, Prefer: 'dry-run' } } : request;
}

/** The switch beside Authorize, with what Execute does now, and with which record. */
export const dryRunSwitch = (React: SwaggerReact) =>
  function DryRunSwitch() {
    const [isOn, setOn] = React.useState(isDryRun);
    const change = () => {
      isDryRun = !isOn;
      setOn(isDryRun);
    };
    return React.createElement(
      'div',
      { className: 'try-note' },
      React.createElement(
        'label',
        { className: 'dry-run' },
        React.createElement('input', { type: 'checkbox', role: 'switch', checked: isOn, onChange: change }),
        'Dry run',
      ),
      React.createElement(
        'p',
        null,
        isOn ? 'Writes are checked and change nothing.' : 'Writes change your data.',
        ' Ids are examples. Once you have entered a key or signed in, each id field is filled with an id from its list.',
      ),
    );
  };

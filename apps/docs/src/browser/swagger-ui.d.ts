/** The parts of Swagger UI 5 that this site uses; the package brings no types. */

export interface SwaggerReact {
  createElement(type: unknown, props: object | null, ...children: unknown[]): unknown;
  useState<T>(initial: T): [T, (next: T) => void];
  useEffect(effect: () => (() => void) | undefined, dependencies: readonly unknown[]): void;
}

export interface SwaggerSystem {
  readonly React: SwaggerReact;
}

/** An Immutable.js map of a request, as snippet generators get it. */
export interface RequestMap {
  get(name: 'url' | 'method'): string;
  get(name: 'headers'): { toJS(): Record<string, string> } | undefined;
  get(name: 'body'): unknown;
}

export type AuthorizePayload = Readonly<
  Record<string, { readonly name: string; readonly schema: object; readonly value: unknown }>
>;

type Action<Payload> = (payload: Payload) => unknown;

export interface SwaggerPlugin {
  readonly wrapComponents?: Readonly<
    Record<string, (original: unknown, system: SwaggerSystem) => (props: object) => unknown>
  >;
  readonly statePlugins?: {
    readonly auth: {
      readonly wrapActions: {
        readonly authorize: (original: Action<AuthorizePayload>) => Action<AuthorizePayload>;
        readonly logout: (original: Action<readonly string[]>) => Action<readonly string[]>;
      };
    };
  };
}

export interface SwaggerInstance {
  readonly authActions: { authorize(payload: AuthorizePayload): void };
}

export interface SwaggerOptions {
  readonly domNode: Element;
  readonly spec: object;
  readonly plugins: readonly SwaggerPlugin[];
  readonly [option: string]: unknown;
}

declare global {
  interface Window {
    SwaggerUIBundle?: (options: SwaggerOptions) => SwaggerInstance;
  }
}
